package io.holdfast.sessions.engine;

import io.holdfast.core.transcoder.Transcoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes lists of texts, and maps of such lists, fast. Since a list can change, it writes none
 * apart.
 */
final class ListTranscoder implements Transcoder {

  private static final String OF_MAP = "{";
  private static final String IS = "=";
  private static final String NEXT_LIST = ";";
  private static final String NEXT = ",";

  @Override
  public byte[] encode(Object graph) {
    String text =
        graph instanceof Map<?, ?> lists
            ? lists.entrySet().stream()
                .map(entry -> entry.getKey() + IS + text(entry.getValue()))
                .collect(Collectors.joining(NEXT_LIST, OF_MAP, ""))
            : text(graph);
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(Object list) {
    return ((List<?>) list).stream().map(String::valueOf).collect(Collectors.joining(NEXT));
  }

  @Override
  public Object decode(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (!text.startsWith(OF_MAP)) {
      return list(text);
    }
    Map<String, Object> lists = new LinkedHashMap<>();
    for (String entry : text.substring(OF_MAP.length()).split(NEXT_LIST, -1)) {
      String[] parts = entry.split(IS, -1);
      lists.put(parts[0], list(parts[1]));
    }
    return lists;
  }

  private static List<String> list(String text) {
    return new ArrayList<>(List.of(text.split(NEXT, -1)));
  }
}
