package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Classes that say how they are serialized, in cycles and out of them: what Java's serialization
 * keeps, each serializer keeps with the same identity, or refuses when it is written.
 */
final class OwnShapesTest {

  private static final String KEPT = "kept";
  private static final String REFUSED = "refused";
  private static final String DIFFERENT = "different";

  /** Neither is there before its parts are read. */
  private static final Set<String> BY_ALL =
      Set.of("record around a node that holds the record", "lambda before its owner");

  /**
   * The JDK's part of an exception is written by the JDK; who refers to what is resolved later
   * would keep the other one; a stand-in is written as it is.
   */
  private static final Set<String> BY_THE_OTHERS =
      Set.of(
          "node in an exception",
          "resolved to another one, in a cycle",
          "serialization proxy whose parts lead back to its object",
          "stand-in of a stand-in, which is there");

  /** A lock belongs to what JDK serialization writes; docs/serializers.md says so. */
  private static final Set<String> TWO_LOCKS =
      Set.of("lock of one that reads itself, and of another");

  private static Transcoder transcoder(Serializer serializer) {
    return serializer.transcoder(OwnShapesTest.class.getClassLoader());
  }

  private static String roundTrip(Serializer serializer, Object attribute) {
    Transcoder transcoder = transcoder(serializer);
    byte[] bytes = transcoder.encode(new HashMap<>(Map.of("a", attribute)));
    Map<?, ?> read = (Map<?, ?>) transcoder(serializer).decode(bytes);
    return GraphText.of(Objects.requireNonNull(read.get("a")));
  }

  private static Map<String, String> outcomes(Serializer serializer) {
    Map<String, String> outcomes = new TreeMap<>();
    OwnShapes.all()
        .forEach((name, make) -> outcomes.put(name, outcome(serializer, name, make.get())));
    return outcomes;
  }

  private static String outcome(Serializer serializer, String name, Object attribute) {
    String expected;
    try {
      expected = roundTrip(Serializer.ALL.get(0), attribute);
    } catch (TranscoderException e) {
      expected = GraphText.of(attribute);
    }
    try {
      return roundTrip(serializer, attribute).equals(expected) ? KEPT : DIFFERENT;
    } catch (TranscoderException e) {
      String message = String.valueOf(e.getMessage());
      assertEquals(Reason.UNWRITABLE, e.reason(), name + ": " + message);
      assertTrue(message.contains("class ") && message.contains("[\"a\"]"), name + ": " + message);
      return REFUSED;
    }
  }

  private static Set<String> with(String outcome, Map<String, String> outcomes) {
    Set<String> names = new TreeSet<>();
    outcomes.forEach(
        (name, found) -> {
          if (found.equals(outcome)) {
            names.add(name);
          }
        });
    return names;
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenClassesSayHowTheyAreSerializedThenAsListed(Serializer serializer) {
    Map<String, String> outcomes = outcomes(serializer);

    assertEquals(refused(serializer), with(REFUSED, outcomes));
    assertEquals(different(serializer), with(DIFFERENT, outcomes));
  }

  private static Set<String> refused(Serializer serializer) {
    return switch (serializer.title()) {
      case "java" -> BY_ALL;
      default -> and(BY_ALL, BY_THE_OTHERS);
    };
  }

  private static Set<String> different(Serializer serializer) {
    return serializer.title().equals("java") ? Set.of() : TWO_LOCKS;
  }

  private static Set<String> and(Set<String> some, Set<String> more) {
    Set<String> all = new TreeSet<>(some);
    all.addAll(more);
    return all;
  }
}
