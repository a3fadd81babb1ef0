package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.valkey.RequiresValkey;
import io.holdfast.testkit.valkey.ValkeyMonitor;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a request with the lease sends to two nodes that are Valkey or Redis. */
@RequiresValkey
@Timeout(120)
class LeaseTripsOnValkeyTest extends WithTomcats {

  private static final String CREATED = "SET record";
  private static final String LEASE = "EVALSHA lease";
  private static final String RECORD = "EVALSHA record";

  private final ValkeyProcess n1 = closing(ValkeyProcess.start());
  private final ValkeyProcess n2 = closing(ValkeyProcess.start());
  private final List<ValkeyMonitor> monitors =
      List.of(closing(ValkeyMonitor.of(n1)), closing(ValkeyMonitor.of(n2)));

  @Test
  void requestWhenItReadsItsSessionThenFourCommands() {
    PageTomcat tomcat = start("t1");
    assertEquals("1", tomcat.ask(browser, "raise"));

    assertEquals("1", tomcat.ask(browser, "show count"));

    awaitCommands(List.of(CREATED, LEASE, LEASE));
  }

  @Test
  void requestWhenItChangesItsSessionThenSixCommands() {
    PageTomcat tomcat = start("t1");
    assertEquals("1", tomcat.ask(browser, "raise"));

    assertEquals("2", tomcat.ask(browser, "raise"));

    awaitCommands(List.of(CREATED, LEASE, RECORD, LEASE));
  }

  @Test
  void requestWhenOnlyAnotherTomcatHasServedItsSessionThenSeesWhatThatHasStored() {
    PageTomcat t1 = start("t1");
    PageTomcat t2 = start("t2");

    assertEquals("1", t1.ask(browser, "raise"));
    assertEquals("2", t2.ask(browser, "raise"));
    assertEquals("3", t1.ask(browser, "raise"));
    assertEquals("3", t2.ask(browser, "show count"));
  }

  /** Waits until each node had just these about the session, but for times of access. */
  private void awaitCommands(List<String> expected) {
    for (ValkeyMonitor monitor : monitors) {
      Await.value("commands", () -> commands(monitor), expected::equals);
    }
  }

  private List<String> commands(ValkeyMonitor monitor) {
    String id = id(browser);
    return monitor.commands().stream()
        .filter(command -> command.contains(id) && !command.endsWith(":a"))
        .map(command -> command.replace(id + ":l", "lease").replace(id, "record"))
        .toList();
  }

  private PageTomcat start(String name) {
    String nodes = "n1:valkey://127.0.0.1:%d,n2:valkey://127.0.0.1:%d";
    return start(name, settings("all", nodes.formatted(n1.port(), n2.port())));
  }
}
