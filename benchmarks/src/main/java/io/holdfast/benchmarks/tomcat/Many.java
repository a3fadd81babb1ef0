package io.holdfast.benchmarks.tomcat;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Crowd;
import io.holdfast.benchmarks.engine.HttpConnection;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Many idle sessions in one Tomcat whose heap would hold an eighth of them: on the nodes only. */
public final class Many {

  private static final String HEAP = "700m";
  private static final int MEGABYTES_OF_NODE = 2_048;
  private static final int CONNECTIONS = 8;
  private static final int PER_SECOND = 330;
  private static final int REPORTED = 20_000;
  private static final Duration OFFLOADED = Duration.ofMinutes(2);
  private static final String PATH = "/" + Bench.APPLICATION;
  private static final String ATTRIBUTES =
      "sticky=\"true\" idleOffload=\"2\" maxIdleDecoded=\"1\" processExpiresFrequency=\"1\"";

  private Many() {}

  /**
   * What was seen.
   *
   * @param heap in use after a collection, in bytes
   * @param bytesEach of that for each session
   * @param asked sessions that were asked again
   * @param right those of them that had their attributes
   * @param read values that the nodes were asked for meanwhile
   */
  record Seen(int sessions, long heap, double bytesEach, int asked, int right, long read) {
    @Override
    public String toString() {
      return "%,d sessions of 10 KB: heap %,.0f MB, %,.0f bytes each; %,d of %,d asked again right"
          .formatted(sessions, heap / 1e6, bytesEach, right, asked);
    }
  }

  /**
   * Runs it.
   *
   * @throws IOException if a request fails, the heap is too small, or a session lost something
   */
  public static void perform(Run run) throws IOException, InterruptedException {
    Seen seen = see(run, run.effort(200_000, 300), run.effort(100, 10));
    run.say(seen.toString());
    if (seen.right < seen.asked) {
      throw new IOException(seen.asked - seen.right + " sessions were not right");
    }
  }

  /** Makes sessions and asks for one of so many again when all are idle. */
  static Seen see(Run run, int sessions, int oneOf) throws IOException, InterruptedException {
    try (Nodes nodes = new Nodes(2, MEGABYTES_OF_NODE);
        TomcatProcess tomcat = new Bench(run.root(), HEAP).start(nodes, ATTRIBUTES, 1)) {
      long heapBefore = Bench.heapBytes(tomcat);
      String[] ids = make(run, tomcat, sessions, oneOf);
      try (HttpConnection connection = new HttpConnection(tomcat.port())) {
        Await.until(
            "the nodes have sent each session",
            OFFLOADED,
            () -> {
              var unused = connection.get(PATH + "/heap", "");
              return nodes.sum("cmd_get") >= sessions;
            });
        long heap = Pasture.heapAtRest(tomcat);
        long readBefore = nodes.sum("cmd_get");
        int right = 0;
        for (int i = 0; i < ids.length; i++) {
          right += isRight(connection, ids[i], i) ? 1 : 0;
        }
        long read = nodes.sum("cmd_get") - readBefore;
        if (tomcat.logs().contains("OutOfMemoryError")) {
          throw new IOException("The Tomcat ran out of memory");
        }
        double each = (double) (heap - heapBefore) / sessions;
        return new Seen(sessions, heap, each, ids.length, right, read);
      }
    }
  }

  /** Makes sessions at a steady rate; one of so many gets a note and is named in the answer. */
  private static String[] make(Run run, TomcatProcess tomcat, int sessions, int oneOf)
      throws IOException, InterruptedException {
    String[] ids = new String[sessions / oneOf];
    long start = System.nanoTime();
    try (Crowd crowd = new Crowd(tomcat.port(), CONNECTIONS)) {
      crowd.each(
          (connection, number) -> {
            for (int i = number; i < sessions; i += CONNECTIONS) {
              LockSupport.parkNanos(start + 1_000_000_000L * i / PER_SECOND - System.nanoTime());
              String id = connection.page("/fill?kb=10", "").newSessionId();
              if (i % oneOf == 0) {
                ids[i / oneOf] = id;
                var unused = connection.page("/note?name=" + i / oneOf, id);
              }
              if (i % REPORTED == 0) {
                run.say("%,d sessions".formatted(i));
              }
            }
          });
    }
    return ids;
  }

  private static boolean isRight(HttpConnection connection, String id, int note) {
    return connection.get(PATH + "/notes", id).body().equals(Integer.toString(note))
        && connection.get(PATH + "/readall", id).body().equals("0");
  }
}
