package io.holdfast.benchmarks;

import io.holdfast.benchmarks.HttpConnection.Answer;
import java.io.IOException;

/** One user with a session of 4 KB, who asks again as soon as an answer is there. */
final class Client {

  /** Every so many requests one comes with the id of a session that another Tomcat had. */
  private static final int STRANGERS_ONE_IN = 10;

  private final int port;
  private final int number;
  private HttpConnection connection;
  private String sessionId = "";
  private int requests;
  private int strangers;

  Client(int port, int number) throws IOException {
    this.port = port;
    this.number = number;
    this.connection = new HttpConnection(port);
  }

  /** Makes the session. */
  void begin() throws IOException {
    sessionId = answer("/new?seed=" + number, "").newSessionId();
    if (sessionId.isEmpty()) {
      throw new IOException("No session was made");
    }
  }

  /** Sends requests until the time comes; failures are exceptions, none is expected. */
  Outcome runUntil(long endNanos, long settledNanos) throws IOException {
    Outcome outcome = new Outcome();
    while (true) {
      long start = System.nanoTime();
      if (start >= endNanos) {
        return outcome;
      }
      boolean stranger = ++requests % STRANGERS_ONE_IN == 0;
      if (stranger) {
        String id = "%032X.t2".formatted(number * 1_000_000_000L + ++strangers);
        expect("none", answer("/read", id).body());
      } else {
        answer("/change?to=" + state(), sessionId);
      }
      outcome.add(stranger, System.nanoTime() - start, start >= settledNanos);
    }
  }

  String sessionId() {
    return sessionId;
  }

  /** What the last change wrote: unique among clients. */
  String state() {
    return number + "-" + (requests - strangers);
  }

  private Answer answer(String path, String id) throws IOException {
    Answer answer = connection.get("/" + Bench.APPLICATION + path, id);
    if (answer.status() != 200) {
      throw new IOException(path + " was answered with " + answer.status());
    }
    if (answer.closing()) {
      connection.close();
      connection = new HttpConnection(port);
    }
    return answer;
  }

  private static void expect(String expected, String actual) throws IOException {
    if (!expected.equals(actual)) {
      throw new IOException("Expected " + expected + ", was answered " + actual);
    }
  }

  void end() throws IOException {
    connection.close();
  }
}
