package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.tomcat.TomcatProcess;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Attributes that are written once, by requests side by side on all Tomcats and without a lease:
 * whatever was answered is there for good, everywhere.
 */
abstract class OnceWrittenTests extends ClusterTests {

  /** Of each context; each night more. */
  private static final int SESSIONS = "all".equals(System.getProperty("holdfast.lines")) ? 8 : 3;

  private static final int CLIENTS = 6;
  private static final int WRITES = 12;

  /** The Tomcats that serve. */
  List<TomcatProcess> tomcats() {
    return List.of(t1(), t2());
  }

  @ParameterizedTest
  @ValueSource(strings = {"app", "optimistic", "pattern"})
  void writeWhenRequestsRunSideBySideThenNothingAnsweredIsLost(String context) {
    List<String> surprises = new ArrayList<>();
    List<String> lost = new ArrayList<>();

    for (int session = 0; session < SESSIONS; session++) {
      Visitor visitor = new Visitor(context);
      visitor.ask(t1(), "info");
      OnceWritingClients clients = new OnceWritingClients(visitor, tomcats());
      clients.write(CLIENTS, WRITES, (long) session * CLIENTS);
      surprises.addAll(clients.surprises());
      lost.addAll(clients.lost());
    }

    assertEquals(List.of(), lost);
    assertEquals(List.of(), surprises);
  }
}
