package io.holdfast.benchmarks.load;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.HttpConnection;
import io.holdfast.benchmarks.HttpConnection.Answer;
import io.holdfast.benchmarks.Latencies;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** Somebody who keeps one connection to a Tomcat, with a session for each page. */
final class User implements AutoCloseable {

  private static final Visit NEW = new Visit("", "");

  private final int port;
  private final Map<Page, Visit> visits = new EnumMap<>(Page.class);
  private HttpConnection connection;
  private int wrong;

  /** Where somebody is on a page: the session, and its last answer, empty before the first. */
  private record Visit(String sessionId, String answer) {}

  User(int port) throws IOException {
    this.port = port;
    this.connection = new HttpConnection(port);
  }

  /** Makes the page's session if there is none. */
  Latencies begin(Page page) throws IOException {
    if (!visits.containsKey(page)) {
      visits.put(page, newVisit(page));
    }
    return new Latencies();
  }

  /**
   * Asks for a page again and again, at least once. What is not the session's next answer counts as
   * wrong; after an error the session is made anew.
   */
  Latencies askUntil(long endNanos, Page page) throws IOException {
    Latencies latencies = new Latencies();
    Visit visit = visits.getOrDefault(page, NEW);
    long start = System.nanoTime();
    do {
      Answer answer = get(page.path(), visit.sessionId());
      boolean fits = answer.status() == 200 && isNext(page, visit, answer.body());
      wrong += fits ? 0 : 1;
      visit = answer.status() == 200 ? after(visit, answer) : newVisit(page);
      long end = System.nanoTime();
      latencies.add(end - start);
      start = end;
    } while (start < endNanos);
    visits.put(page, visit);
    return latencies;
  }

  private static boolean isNext(Page page, Visit visit, String answer) {
    return visit.answer().isEmpty() || page.follows(visit.answer(), answer);
  }

  private static Visit after(Visit visit, Answer answer) {
    String changed = answer.newSessionId();
    return new Visit(changed.isEmpty() ? visit.sessionId() : changed, answer.body());
  }

  private Visit newVisit(Page page) throws IOException {
    if (page.first().isEmpty()) {
      return NEW;
    }
    Answer answer = get(page.first(), "");
    if (answer.newSessionId().isEmpty()) {
      throw new IOException(page.title() + ": no session was made, status " + answer.status());
    }
    return new Visit(answer.newSessionId(), "");
  }

  /** How many answers so far were not the session's next. */
  int wrong() {
    return wrong;
  }

  private Answer get(String path, String sessionId) throws IOException {
    Answer answer = connection.get("/" + Bench.APPLICATION + path, sessionId);
    if (answer.closing()) {
      connection.close();
      connection = new HttpConnection(port);
    }
    return answer;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
