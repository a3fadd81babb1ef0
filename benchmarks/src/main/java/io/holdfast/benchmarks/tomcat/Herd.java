package io.holdfast.benchmarks.tomcat;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Crowd;
import io.holdfast.benchmarks.engine.HttpConnection;
import io.holdfast.benchmarks.engine.HttpConnection.Answer;
import io.holdfast.benchmarks.report.Turn;
import io.holdfast.benchmarks.report.Turn.Waits;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;

/**
 * Many sessions of one Tomcat, asked over a few connections side by side; each belongs to the next
 * application.
 */
final class Herd {

  private static final int CONNECTIONS = 8;

  private final TomcatProcess tomcat;
  private final int applications;
  private final List<Answer> sessions = new ArrayList<>();

  /** Without sessions. */
  Herd(TomcatProcess tomcat, int applications) {
    this.tomcat = tomcat;
    this.applications = applications;
  }

  /** How many there are. */
  int size() {
    return sessions.size();
  }

  /** Makes so many more, each by one request, whose path is given by the session's number. */
  Turn grow(int more, IntFunction<String> path) throws IOException, InterruptedException {
    int first = sessions.size();
    for (int i = 0; i < more; i++) {
      sessions.add(new Answer(0, "", "", ""));
    }
    return each(
        first,
        (connection, session) -> {
          Answer answer = connection.page(application(session), path.apply(session), "");
          sessions.set(session, answer);
          return answer;
        });
  }

  /**
   * One request for each of the last so many.
   *
   * @throws IOException if a session is not there any more
   */
  Turn ask(int last, String path) throws IOException, InterruptedException {
    return each(
        sessions.size() - last,
        (connection, session) -> {
          String id = sessions.get(session).newSessionId();
          Answer answer = connection.page(application(session), path, id);
          if (!answer.newSessionId().isEmpty()) {
            throw new IOException("Session " + session + " is lost");
          }
          return answer;
        });
  }

  private String application(int session) {
    return Bench.application(session % applications);
  }

  private interface Request {
    Answer send(HttpConnection connection, int session) throws IOException;
  }

  private Turn each(int first, Request request) throws IOException, InterruptedException {
    try (Crowd crowd = new Crowd(tomcat.port(), CONNECTIONS)) {
      return crowd.time(
          (connection, number) -> {
            Histogram latencies = new Histogram(Waits.DIGITS);
            for (int i = first + number; i < sessions.size(); i += CONNECTIONS) {
              long start = System.nanoTime();
              request.send(connection, i);
              latencies.recordValue(System.nanoTime() - start);
            }
            return latencies;
          });
    }
  }
}
