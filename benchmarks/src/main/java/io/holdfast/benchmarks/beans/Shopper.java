package io.holdfast.benchmarks.beans;

import io.holdfast.benchmarks.HttpConnection;
import io.holdfast.benchmarks.HttpConnection.Answer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Somebody who has one session after the other: ten requests, each of which stores 320 bytes, and
 * one that ends it. Any answer but the right one is an exception.
 */
final class Shopper implements AutoCloseable {

  /** Requests of a session that store something. */
  static final int PARTS = 10;

  /** Bytes that each of them stores. */
  static final int PART = 320;

  private final HttpConnection connection;
  private final String name;

  Shopper(int port, int number) throws IOException {
    this.connection = new HttpConnection(port);
    this.name = "shopper" + number;
  }

  /** Has sessions until the time comes, and ends the last; returns how many requests it sent. */
  int askUntil(long endNanos, Kind kind) throws IOException {
    int requests = 0;
    while (requests == 0 || System.nanoTime() < endNanos) {
      String id = "";
      List<String> parts = new ArrayList<>();
      for (int n = 1; n <= PARTS; n++) {
        String part = part(requests + n);
        parts.add(part);
        id = add(kind, id, n, part, "");
      }
      String sum = get("?kind=" + kind.parameter() + "&end=true", id).body();
      expect("sum " + parts.hashCode(), sum);
      requests += PARTS + 1;
    }
    return requests;
  }

  /** Begins a session that ends by itself after so many seconds, and leaves; returns its id. */
  String abandon(Kind kind, int idleSeconds) throws IOException {
    String id = add(kind, "", 1, part(1), "&idle=" + idleSeconds);
    return add(kind, id, 2, part(2), "");
  }

  private String add(Kind kind, String id, int n, String part, String more) throws IOException {
    String query = "?kind=%s&user=%s&n=%d&part=%s".formatted(kind.parameter(), name, n, part);
    Answer answer = get(query + more, id);
    expect("count " + n, answer.body());
    if (id.isEmpty() == answer.newSessionId().isEmpty()) {
      throw new IOException("Another session than " + id + ": " + answer.newSessionId());
    }
    return id.isEmpty() ? answer.newSessionId() : id;
  }

  private String part(int number) {
    String word = name + "-" + number + "-";
    return word.repeat(PART / word.length() + 1).substring(0, PART);
  }

  private Answer get(String query, String id) throws IOException {
    Answer answer = connection.get("/beans/cart" + query, id);
    if (answer.status() != 200) {
      throw new IOException(query + " was answered with " + answer.status());
    }
    return answer;
  }

  private static void expect(String expected, String actual) throws IOException {
    if (!expected.equals(actual)) {
      throw new IOException("Expected " + expected + ", was answered " + actual);
    }
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
