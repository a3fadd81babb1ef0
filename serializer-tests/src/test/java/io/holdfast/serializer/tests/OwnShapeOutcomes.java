package io.holdfast.serializer.tests;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Writes and reads {@link OwnShapes}, with one transcoder of a serializer for each side. Only
 * classes with code of their own for reading are read back each time; what is not read back must be
 * readable here. A refusal names class and place.
 */
final class OwnShapeOutcomes {

  static final String KEPT = "kept";
  static final String REFUSED = "refused";
  static final String DIFFERENT = "different";

  /** Not refused when it is written, or without class and path. */
  static final String UNNAMED = "unnamed";

  private static final Map<Serializer, Map<String, String>> TRIED = new ConcurrentHashMap<>();

  private final Serializer serializer;
  private final Transcoder writer;

  /** Another one, as the reading Tomcat has. */
  private final Transcoder reader;

  private OwnShapeOutcomes(Serializer serializer) {
    this.serializer = serializer;
    this.writer = serializer.transcoder();
    this.reader = serializer.transcoder();
  }

  private String roundTrip(Object attribute) {
    byte[] bytes = writer.encode(new HashMap<>(Map.of("a", attribute)));
    Map<?, ?> read = (Map<?, ?>) reader.decode(bytes);
    Object again = read.get("a");
    return again == null ? "null" : GraphText.of(again);
  }

  /** What each serializer does with each graph, by the names of the graphs; tried once. */
  static Map<String, String> of(Serializer serializer) {
    return TRIED.computeIfAbsent(serializer, each -> of(each, OwnShapes.all()));
  }

  static Map<String, String> of(Serializer serializer, Map<String, Supplier<Object>> graphs) {
    OwnShapeOutcomes java = new OwnShapeOutcomes(Serializer.ALL.get(0));
    OwnShapeOutcomes own = new OwnShapeOutcomes(serializer);
    Map<String, String> outcomes = new TreeMap<>();
    graphs.forEach(
        (name, make) -> {
          Object attribute = make.get();
          outcomes.put(name, own.outcome(name, attribute, java.expected(attribute)));
        });
    return outcomes;
  }

  private String expected(Object attribute) {
    try {
      return roundTrip(attribute);
    } catch (TranscoderException e) {
      return GraphText.of(attribute);
    }
  }

  private String outcome(String name, Object attribute, String expected) {
    try {
      return roundTrip(attribute).equals(expected) ? KEPT : DIFFERENT;
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
