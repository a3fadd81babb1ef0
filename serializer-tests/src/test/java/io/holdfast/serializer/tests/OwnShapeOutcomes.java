package io.holdfast.serializer.tests;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Writes and reads {@link OwnShapes}. A refusal names class and place. */
final class OwnShapeOutcomes {

  static final String KEPT = "kept";
  static final String REFUSED = "refused";
  static final String DIFFERENT = "different";

  /** Not refused when it is written, or without class and path. */
  static final String UNNAMED = "unnamed";

  private static final Map<Serializer, Map<String, String>> TRIED = new ConcurrentHashMap<>();

  private OwnShapeOutcomes() {}

  private static String roundTrip(Serializer serializer, Object attribute) {
    Transcoder transcoder = serializer.transcoder();
    byte[] bytes = transcoder.encode(new HashMap<>(Map.of("a", attribute)));
    Map<?, ?> read = (Map<?, ?>) serializer.transcoder().decode(bytes);
    Object again = read.get("a");
    return again == null ? "null" : GraphText.of(again);
  }

  /** What each serializer does with each graph, by the names of the graphs; tried once. */
  static Map<String, String> of(Serializer serializer) {
    return TRIED.computeIfAbsent(serializer, each -> of(each, OwnShapes.all()));
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
      if (e.reason() == Reason.UNWRITABLE
          && message.contains("class ")
          && message.contains("[\"a\"]")) {
        return REFUSED;
      }
      System.out.printf("[%s] %s: %s: %s%n", serializer, name, e.reason(), message);
      return UNNAMED;
    }
  }
}
