package io.holdfast.benchmarks.tickets.server;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes pages. */
final class Answers {

  private Answers() {}

  static void ok(HttpServletResponse response, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    response.setContentType("text/xml;charset=UTF-8");
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }

  static void refused(HttpServletResponse response) {
    response.setStatus(HttpServletResponse.SC_FORBIDDEN);
    response.setContentLength(0);
  }

  static void redirect(HttpServletResponse response, String url) {
    response.setStatus(HttpServletResponse.SC_FOUND);
    response.setHeader("Location", url);
    response.setContentLength(0);
  }
}
