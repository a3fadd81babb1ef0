package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import groovy.util.OrderBy;
import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.sessions.model.ContextLoader;
import io.holdfast.sessions.model.RefusalSearch;
import io.holdfast.sessions.model.SnapshotCodec;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.web.servlet.FlashMap;

/** The log has all classes of an attribute that are refused, not only the first. */
final class RefusalSearchTest {

  private static final ClassLoader APPLICATION = RefusalSearchTest.class.getClassLoader();
  private static final SessionId ID = new SessionId("0123456789ABCDEF");
  private static final Pattern LINE = Pattern.compile("allowedClasses=\"(.*?)\"");

  private final CapturedLog log = new CapturedLog(SnapshotCodec.class);
  private final CapturedLog lines = new CapturedLog(ClassFilter.class);

  @AfterEach
  void releaseLogs() {
    log.close();
    lines.close();
  }

  @SuppressWarnings("UnusedVariable") // read by serializers
  private static final class Order implements Serializable {
    private static final long serialVersionUID = 1L;
    private final ArrayList<Object> parts = new ArrayList<>();
    private final Buyer buyer = new Buyer();
  }

  @SuppressWarnings("UnusedVariable") // read by serializers
  private static final class Buyer implements Serializable {
    private static final long serialVersionUID = 1L;
    private final Colour[] colours = {Colour.RED};
  }

  private enum Colour {
    RED
  }

  /** Holds an object that is not written. */
  @SuppressWarnings("UnusedVariable")
  private static final class Part implements Serializable {
    private static final long serialVersionUID = 1L;
    private final transient Unwritten unwritten = new Unwritten();
  }

  private static final class Unwritten {}

  private abstract static class Above implements Serializable {
    private static final long serialVersionUID = 1L;
  }

  private static final class StandIn extends Above {
    private static final long serialVersionUID = 1L;

    private Object readResolve() {
      return new Replaced();
    }
  }

  private static final class Replaced implements Serializable {
    private static final long serialVersionUID = 1L;

    Object writeReplace() {
      return new StandIn();
    }
  }

  static List<Serializer> serializers() {
    return Serializer.ALL;
  }

  private static SnapshotCodec codec(Serializer serializer, ClassFilter filter) {
    TranscoderContext context = TranscoderContext.of(filter);
    return new SnapshotCodec(
        serializer.transcoder(context),
        new ContextLoader(APPLICATION),
        new SessionMetrics(true),
        new RefusalSearch(context, serializer::transcoder)::messageOf);
  }

  private static Order order() {
    Order order = new Order();
    order.parts.add(new Part());
    order.parts.add(new FlashMap());
    return order;
  }

  private static @Nullable Bytes encode(SnapshotCodec codec, Object value) {
    return codec.encodeAttribute(ID, "order", value);
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void encodeWhenSeveralClassesAreRefusedThenTheLineOfTheLogAllowsAll(Serializer serializer) {
    ClassFilter filter = ClassFilter.create(APPLICATION, "java.util.*");

    assertNull(encode(codec(serializer, filter), order()));

    assertEquals(1, log.warnings().size());
    String told = log.warnings().get(0);
    for (Class<?> type : List.of(Order.class, Buyer.class, Colour.class, Part.class)) {
      assertTrue(told.contains(type.getName()), told);
    }
    assertTrue(told.contains("@spring-mvc"), told);
    assertFalse(told.contains(Unwritten.class.getName()), told);
    Matcher line = LINE.matcher(told);
    assertTrue(line.find(), told);
    assertTrue(line.group(1).startsWith("java.util.*, "), told);
    assertEquals(line.group(), filter.allowedClassesReport());
    assertFalse(line.find(), told);
    ClassFilter adjusted =
        ClassFilter.create(
            APPLICATION, filter.allowedClassesReport().replaceAll(".*?\"(.*)\"", "$1"));
    assertNotNull(encode(codec(serializer, adjusted), order()));
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void encodeWhenClassesWereSearchedThenTheyAreRefusedAsBefore(Serializer serializer) {
    SnapshotCodec codec = codec(serializer, ClassFilter.create(APPLICATION, ""));

    assertNull(encode(codec, order()));
    assertNull(encode(codec, order()));
    assertNull(encode(codec, new Buyer()));
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void encodeWhenOneOfTheClassesCanNeverBeAllowedThenSaysSoToo(Serializer serializer) {
    Order order = order();
    order.parts.add(new OrderBy<>());
    ClassFilter filter = ClassFilter.create(APPLICATION, "");

    assertNull(encode(codec(serializer, filter), order));

    String told = log.warnings().get(0);
    assertTrue(told.contains(Order.class.getName()), told);
    assertTrue(told.contains("; then: class " + OrderBy.class.getName() + " is not allowed"), told);
    assertTrue(told.contains("is known from attacks, and cannot be allowed"), told);
    assertFalse(filter.allowedClassesReport().contains("OrderBy"));
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void encodeWhenOneClassIsRefusedThenTellsItAlone(Serializer serializer) {
    SnapshotCodec codec = codec(serializer, ClassFilter.create(APPLICATION, ""));

    assertNull(encode(codec, new Part()));

    String told = log.warnings().get(0);
    assertTrue(
        told.contains("class %s is not allowed in sessions".formatted(Part.class.getName())), told);
    assertFalse(told.contains("; then"), told);
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void encodeWhenAStandInHasAnAbstractClassAboveThenTellsThatToo(Serializer serializer) {
    SnapshotCodec codec = codec(serializer, ClassFilter.create(APPLICATION, ""));

    assertNull(encode(codec, new Replaced()));

    String told = log.warnings().get(0);
    assertTrue(told.contains(StandIn.class.getName()), told);
    assertTrue(told.contains(Above.class.getName()), told);
    assertFalse(told.contains("; then"), told);
  }
}
