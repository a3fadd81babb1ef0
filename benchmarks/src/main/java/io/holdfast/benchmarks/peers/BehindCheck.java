package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.HttpConnection;
import io.holdfast.benchmarks.HttpConnection.Answer;
import io.holdfast.benchmarks.load.Site;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Asks for sessions several times in a row, then looks for them on another Tomcat. */
final class BehindCheck {

  static final int SESSIONS = 300;
  static final int HITS = 5;
  static final Duration PAUSE = Duration.ofSeconds(2);

  private static final String PAGE = "/" + Bench.APPLICATION + "/statefull";

  private BehindCheck() {}

  /** One client, one connection, one request after the other: first one Tomcat, then the other. */
  static Behind of(Site site, int otherPort) throws IOException {
    List<String> ids = new ArrayList<>();
    long end;
    try (HttpConnection connection = new HttpConnection(site.port())) {
      for (int session = 0; session < SESSIONS; session++) {
        ids.add(hit(connection));
      }
      end = System.nanoTime();
    }
    site.awaitRest();
    for (long left = left(end); left > 0; left = left(end)) {
      LockSupport.parkNanos(left);
    }
    List<String> answers = new ArrayList<>();
    try (HttpConnection connection = new HttpConnection(otherPort)) {
      for (String id : ids) {
        answers.add(connection.get(PAGE, id).body());
      }
    }
    return Behind.of(answers, HITS + 1);
  }

  private static String hit(HttpConnection connection) throws IOException {
    String id = "";
    for (int hit = 0; hit < HITS; hit++) {
      Answer answer = connection.get(PAGE, id);
      if (!answer.newSessionId().isEmpty()) {
        id = answer.newSessionId();
      }
    }
    return id;
  }

  private static long left(long endNanos) {
    return PAUSE.toNanos() - (System.nanoTime() - endNanos);
  }
}
