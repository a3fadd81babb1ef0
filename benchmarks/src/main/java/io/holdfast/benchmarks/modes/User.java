package io.holdfast.benchmarks.modes;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.HttpConnection;
import io.holdfast.benchmarks.HttpConnection.Answer;
import io.holdfast.benchmarks.Latencies;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** Somebody who keeps one connection to a Tomcat, with a session for each page. */
final class User implements AutoCloseable {

  private final HttpConnection connection;
  private final Map<Page, String> sessionIds = new EnumMap<>(Page.class);

  User(int port) throws IOException {
    connection = new HttpConnection(port);
  }

  /** Asks for a page again and again; anything but the session's own page is an exception. */
  Latencies askUntil(long endNanos, Page page) throws IOException {
    Latencies latencies = new Latencies();
    String sessionId = sessionIds.getOrDefault(page, "");
    if (sessionId.isEmpty() && !page.first().isEmpty()) {
      sessionId = begin(page);
    }
    for (long start = System.nanoTime(); start < endNanos; ) {
      Answer answer = get(page.path(), sessionId);
      if (!answer.newSessionId().isEmpty()) {
        throw new IOException(page.title() + ": session " + sessionId + " is lost");
      }
      long end = System.nanoTime();
      latencies.add(end - start);
      start = end;
    }
    return latencies;
  }

  private String begin(Page page) throws IOException {
    String sessionId = get(page.first(), "").newSessionId();
    if (sessionId.isEmpty()) {
      throw new IOException(page.title() + ": no session was made");
    }
    sessionIds.put(page, sessionId);
    return sessionId;
  }

  private Answer get(String path, String sessionId) throws IOException {
    Answer answer = connection.get("/" + Bench.APPLICATION + path, sessionId);
    if (answer.status() != 200) {
      throw new IOException(path + " was answered with " + answer.status());
    }
    return answer;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
