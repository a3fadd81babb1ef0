package io.holdfast.testkit.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The head of an answer: status and headers, their names in lower case. */
record ResponseHead(int status, Map<String, List<String>> headers) {

  static ResponseHead read(InputStream in) throws IOException {
    String statusLine = line(in);
    if (!statusLine.matches("HTTP/1\\.[01] \\d{3}.*")) {
      throw new IOException("No status line: " + statusLine);
    }
    Map<String, List<String>> headers = new LinkedHashMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      if (colon < 0) {
        throw new IOException("No header: " + line);
      }
      headers
          .computeIfAbsent(
              line.substring(0, colon).toLowerCase(Locale.ROOT), k -> new ArrayList<>())
          .add(line.substring(colon + 1).strip());
    }
    return new ResponseHead(Integer.parseInt(statusLine.substring(9, 12)), headers);
  }

  List<String> values(String name) {
    return headers.getOrDefault(name, List.of());
  }

  /** A line up to CR LF or LF, without it. */
  static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("The connection ended before the answer did");
      }
      line.write(b);
    }
    String text = line.toString(StandardCharsets.ISO_8859_1);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }
}
