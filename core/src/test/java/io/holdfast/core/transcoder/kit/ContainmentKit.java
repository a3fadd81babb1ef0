package io.holdfast.core.transcoder.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

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
