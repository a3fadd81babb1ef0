package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever code of the application throws becomes the exception of a transcoder. */
public abstract class ContainmentKit {

  private final Transcoder transcoder =
      factory()
          .create(
              TranscoderContext.of(Filters.ofLoader(ContainmentKit.class.getClassLoader(), "")));

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  @AfterEach
  void isNotInterrupted() {
    var unused = Thread.interrupted();
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"INTERRUPTS_ITS_THREAD", "CHANGES_ALL_THE_TIME"})
  void encodeWhenAnAttributeMisbehavesThenIsRefused(Misbehaviour misbehaviour) {
    Map<String, Object> attributes =
        new TreeMap<>(Map.of("bad", misbehaviour.attribute(), "good", "kept"));

    TranscoderException refused =
        assertThrows(TranscoderException.class, () -> transcoder.encode(attributes));

    assertNotEquals(Reason.UNUSABLE, refused.reason());
  }

  /** More than the heap or an array can hold, before the transcoder itself has a byte. */
  @Test
  void decodeWhenTheCopyOfTheBytesFindsNoMemoryThenIsRefused() {
    assertThrows(
        TranscoderException.class, () -> transcoder.decode(new byte[1], 0, Integer.MAX_VALUE));
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"INTERRUPTS_ITS_THREAD", "CHANGES_ALL_THE_TIME"})
  void encodeWhenAnAttributeMisbehavedThenTheNextGraphIsWritten(Misbehaviour misbehaviour) {
    Map<String, Object> next = new TreeMap<>(Map.of("good", "kept"));

    assertThrows(
        TranscoderException.class,
        () -> transcoder.encode(new ArrayList<>(List.of(misbehaviour.attribute()))));

    assertEquals(next, transcoder.decode(transcoder.encode(next)));
  }

  @ParameterizedTest
  @EnumSource(names = {"CANNOT_BE_READ", "RUNS_OUT_OF_MEMORY_WHEN_READ"})
  void encodeWhenAnObjectOfItsClassCouldBeReadThenIsRefusedAllTheSame(Misbehaviour misbehaviour) {
    byte[] first = transcoder.encode(new ArrayList<>(List.of(Misbehaving.calling(() -> {}))));
    assertNotNull(transcoder.decode(first));

    assertThrows(
        TranscoderException.class,
        () -> transcoder.encode(new ArrayList<>(List.of(misbehaviour.attribute()))));
  }

  @Test
  void encodeWhenAShortListOfCopiesWasWrittenThenALongOneThatCannotBeReadIsRefused() {
    assertNotNull(transcoder.encode(new ArrayList<>(List.of(Collections.nCopies(3, "a")))));

    Object many = new ArrayList<>(List.of(Collections.nCopies(10_000, "a")));

    assertReadableOrRefused(many);
  }

  /** Checks what its list holds, which may change behind its back. */
  record AtMostThree(List<String> names) implements Serializable {

    AtMostThree {
      if (names.size() > 3) {
        throw new IllegalArgumentException("more than three");
      }
    }
  }

  @Test
  void encodeWhenARecordWouldRefuseWhatItsPartsBecameThenIsRefused() {
    AtMostThree record = new AtMostThree(new ArrayList<>(List.of("a")));
    Map<String, Object> attributes = new TreeMap<>(Map.of("bad", record, "good", "kept"));
    assertEquals(attributes, transcoder.decode(transcoder.encode(attributes)));

    record.names().addAll(List.of("b", "c", "d"));

    TranscoderException refused =
        assertThrows(TranscoderException.class, () -> transcoder.encode(attributes));
    assertEquals(Reason.UNWRITABLE, refused.reason());
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains("AtMostThree"), message);
    assertTrue(message.contains("more than three"), message);
  }

  /** Is written as another object, which checks what it makes of it. */
  private static final class Booking implements Serializable {

    private static final long serialVersionUID = 1L;

    private final AtomicInteger first;
    private final AtomicInteger last;

    Booking(AtomicInteger first, AtomicInteger last) {
      if (first.get() > last.get()) {
        throw new IllegalArgumentException("ends before it begins");
      }
      this.first = first;
      this.last = last;
    }

    private Object writeReplace() {
      return new FormOfBooking(first, last);
    }
  }

  private record FormOfBooking(AtomicInteger first, AtomicInteger last) implements Serializable {

    private Object readResolve() {
      return new Booking(first, last);
    }
  }

  @Test
  void encodeWhenAStandInWouldRefuseWhatItsPartsBecameThenIsRefused() {
    Booking booking = new Booking(new AtomicInteger(1), new AtomicInteger(2));
    Map<String, Object> attributes = new TreeMap<>(Map.of("bad", booking, "good", "kept"));
    assertNotNull(transcoder.decode(transcoder.encode(attributes)));

    booking.first.set(3);

    TranscoderException refused =
        assertThrows(TranscoderException.class, () -> transcoder.encode(attributes));
    assertEquals(Reason.UNWRITABLE, refused.reason());
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains("ends before it begins"), message);
  }

  /** Stands for one of few. */
  private static final class Status implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final Map<String, Status> ALL = new TreeMap<>();

    private final String code;

    Status(String code) {
      this.code = code;
    }

    private @Nullable Object readResolve() {
      return ALL.get(code);
    }
  }

  private record Order(Status status) implements Serializable {}

  @Test
  void encodeWhenReadResolveReturnsNothingThenIsRefused() {
    Status known = new Status("NEW");
    Status.ALL.put(known.code, known);
    assertEquals(
        List.of(new Order(known)),
        transcoder.decode(transcoder.encode(new ArrayList<>(List.of(new Order(known))))));
    Map<String, Object> attributes =
        new TreeMap<>(Map.of("bad", new ArrayList<>(List.of(new Order(new Status("OLD"))))));

    TranscoderException refused =
        assertThrows(TranscoderException.class, () -> transcoder.encode(attributes));

    assertEquals(Reason.UNWRITABLE, refused.reason());
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains("[\"bad\"]"), message);
  }

  /** Goes on without a part that cannot be written. */
  private static final class Careless implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String text = "kept";
    private transient Object extra;

    Careless(Object extra) {
      this.extra = extra;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      try {
        out.writeObject(extra);
      } catch (IOException | RuntimeException e) {
        extra = "not needed";
      }
    }
  }

  /** Holds anything. */
  private static final class Extra implements Serializable {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings({"serial", "UnusedVariable"})
    private final Object any;

    Extra(Object any) {
      this.any = any;
    }
  }

  private static Stream<Object> unwritable() {
    return Stream.of(
        new Extra(Thread.currentThread()), Locale.ROOT, new ArrayList<>(List.of(Locale.ROOT)));
  }

  @ParameterizedTest
  @MethodSource("unwritable")
  void encodeWhenAClassGoesOnWithoutWhatCannotBeWrittenThenItIsReadableOrRefused(Object extra) {
    Transcoder denying =
        factory()
            .create(
                TranscoderContext.of(
                    Filters.ofLoader(ContainmentKit.class.getClassLoader(), "!java.util.Locale")));
    assertNotNull(denying.encode(new ArrayList<>(List.of(new Careless(new Extra("fine"))))));
    byte[] bytes;
    try {
      bytes = denying.encode(new ArrayList<>(List.of(new Careless(extra))));
    } catch (TranscoderException e) {
      return;
    }

    Careless read = (Careless) ((List<?>) denying.decode(bytes)).get(0);

    assertEquals("kept", read.text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026:report", "re:port", "a:b/c"})
  void encodeWhenTheTextOfAUriDoesNotGiveItAgainThenIsRefused(String path) {
    URI relative = URI.create("http://h/files/").relativize(URI.create("http://h/files/" + path));
    assertEquals(path, relative.getPath());
    Map<String, Object> attributes = new TreeMap<>(Map.of("bad", relative));
    assertNotNull(transcoder.encode(new TreeMap<>(Map.of("good", URI.create("http://h/files/")))));

    TranscoderException refused =
        assertThrows(TranscoderException.class, () -> transcoder.encode(attributes));

    assertEquals(Reason.UNWRITABLE, refused.reason());
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.contains("java.net.URI"), message);
    assertFalse(message.contains(path), "no value may be in a log: " + message);
    assertTrue(message.contains("[\"bad\"]"), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "./re:port", "a/b:c", "//h/p", "/p:q", "?q", "#f", "re:port"})
  void decodeWhenTheTextOfAUriGivesItAgainThenIsEqual(String text) {
    List<URI> uris = new ArrayList<>(List.of(URI.create(text)));

    assertEquals(uris, transcoder.decode(transcoder.encode(uris)));
  }

  @Test
  void encodeWhenAClassObjectFollowsAHarmlessOneThenItIsReadableOrRefused() {
    assertNotNull(transcoder.encode(new ArrayList<>(List.of(String.class))));

    assertReadableOrRefused(new ArrayList<>(List.of(Runtime.class)));
    assertReadableOrRefused(new ArrayList<>(List.of(Thread.class, int.class, Object[].class)));
  }

  private void assertReadableOrRefused(Object graph) {
    byte[] bytes;
    try {
      bytes = transcoder.encode(graph);
    } catch (TranscoderException e) {
      return; // named when it is written, alone
    }
    assertEquals(graph, transcoder.decode(bytes));
  }

  @Test
  void decodeWhenReadingRunsOutOfMemoryThenIsRefused() {
    ReadSwitch.memory = true;
    byte[] bytes = transcoder.encode(new ReadSwitch());

    ReadSwitch.memory = false;
    TranscoderException refused =
        assertThrows(TranscoderException.class, () -> transcoder.decode(bytes));

    assertNotEquals(Reason.UNUSABLE, refused.reason());
  }
}
