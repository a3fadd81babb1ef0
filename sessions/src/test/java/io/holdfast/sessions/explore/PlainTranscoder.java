package io.holdfast.sessions.explore;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Writes texts, and maps from texts to texts, fast. */
final class PlainTranscoder implements Transcoder {

  private static final String MAP = "{";
  private static final String END_OF_ENTRY = ";";
  private static final String IS = "=";

  private final Runnable encodes;

  /** Nothing happens while it encodes. */
  PlainTranscoder() {
    this(() -> {});
  }

  /**
   * While it encodes, something else happens.
   *
   * @param encodes as other threads may do while an attribute writes itself
   */
  PlainTranscoder(Runnable encodes) {
    this.encodes = encodes;
  }

  @Override
  public byte[] encode(Object graph) {
    encodes.run();
    return text(graph).getBytes(StandardCharsets.UTF_8);
  }

  private static String text(Object graph) {
    if (graph instanceof String text) {
      return text;
    }
    if (!(graph instanceof Map<?, ?> map)) {
      throw new TranscoderException(
          TranscoderException.Reason.UNWRITABLE, "neither a text nor a map: " + graph);
    }
    StringBuilder text = new StringBuilder(MAP);
    new TreeMap<>(map)
        .forEach((name, value) -> text.append(name).append(IS).append(value).append(END_OF_ENTRY));
    return text.toString();
  }

  @Override
  public Object decode(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (!text.startsWith(MAP)) {
      return text;
    }
    Map<String, Object> map = new TreeMap<>();
    String entries = text.substring(MAP.length());
    while (!entries.isEmpty()) {
      int is = entries.indexOf(IS);
      int end = entries.indexOf(END_OF_ENTRY);
      map.put(entries.substring(0, is), entries.substring(is + 1, end));
      entries = entries.substring(end + 1);
    }
    return map;
  }
}
