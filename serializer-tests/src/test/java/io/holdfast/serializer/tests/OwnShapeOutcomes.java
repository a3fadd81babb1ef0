package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Writes and reads {@link OwnShapes}. A refusal names class and place. */
final class OwnShapeOutcomes {

  static final String KEPT = "kept";
  static final String REFUSED = "refused";
  static final String DIFFERENT = "different";

  private OwnShapeOutcomes() {}

  private static Transcoder transcoder(Serializer serializer) {
    return serializer.transcoder(OwnShapes.class.getClassLoader());
  }

  private static String roundTrip(Serializer serializer, Object attribute) {
    Transcoder transcoder = transcoder(serializer);
    byte[] bytes = transcoder.encode(new HashMap<>(Map.of("a", attribute)));
    Map<?, ?> read = (Map<?, ?>) transcoder(serializer).decode(bytes);
    return GraphText.of(Objects.requireNonNull(read.get("a")));
  }

  /** What each serializer does with each graph, by the names of the graphs. */
  static Map<String, String> of(Serializer serializer) {
    return of(serializer, OwnShapes.all());
  }

  static Map<String, String> of(Serializer serializer, Map<String, Supplier<Object>> graphs) {
    Map<String, String> outcomes = new TreeMap<>();
    graphs.forEach((name, make) -> outcomes.put(name, outcome(serializer, name, make.get())));
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
}
