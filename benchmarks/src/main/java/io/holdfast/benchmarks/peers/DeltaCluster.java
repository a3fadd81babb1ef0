package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Bench.Setup;
import io.holdfast.benchmarks.engine.HttpConnection;
import io.holdfast.benchmarks.engine.Store;
import io.holdfast.benchmarks.report.Texts;
import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

/**
 * Two Tomcats with Tomcat's DeltaManager, which know each other by name and send each other what
 * changed, with the defaults of {@code SimpleTcpCluster}: asynchronously. The second one is what
 * the first keeps its sessions in, so it runs from the beginning.
 */
final class DeltaCluster {

  private static final Duration JOINING = Duration.ofSeconds(30);

  private static final String FIRST_ID = "{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1}";
  private static final String SECOND_ID = "{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2}";

  private DeltaCluster() {}

  /**
   * The other member of a cluster as a store: messages about sessions that its manager received,
   * and bytes that its process read, which Linux counts.
   */
  record Member(TomcatProcess tomcat) implements Store {

    /** With the questions about the messages, which are few and short. */
    @Override
    public Traffic traffic() {
      try (HttpConnection connection = new HttpConnection(tomcat.port())) {
        return new Traffic(
            Long.parseLong(connection.page("/messages", "").body()),
            Bench.counter(tomcat.pid(), "io", "rchar"));
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot ask " + tomcat, e);
      }
    }

    @Override
    public void close() {
      tomcat.close();
    }
  }

  /** Starts both; returns when the second is told about sessions of the first. */
  static Pair open(Bench bench) throws IOException {
    int first = FreePort.find();
    int second = FreePort.find();
    Pair pair =
        Pair.ofMembers(
            bench,
            setup(first, second, FIRST_ID, SECOND_ID),
            setup(second, first, SECOND_ID, FIRST_ID));
    try (HttpConnection connection = new HttpConnection(pair.site().tomcat().port())) {
      Await.until(
          "a session is sent to the other Tomcat",
          JOINING,
          () -> {
            var unused = connection.get("/" + Bench.APPLICATION + "/statefull", "");
            return pair.site().traffic().operations() > 0;
          });
      return pair;
    } catch (AssertionError silent) {
      pair.close();
      throw new IOException("the two Tomcats have not found each other", silent);
    }
  }

  private static Setup setup(int own, int other, String ownId, String otherId) {
    return new Setup(
        "<Context></Context>",
        List.of(),
        List.of(),
        Texts.read("contexts/delta-cluster.xml").formatted(own, other, ownId, otherId),
        Texts.read("contexts/delta-web.xml"));
  }
}
