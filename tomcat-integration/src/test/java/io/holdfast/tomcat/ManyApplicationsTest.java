package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Threads;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What fifty applications in one Tomcat cost more than one. */
@Timeout(120)
class ManyApplicationsTest extends WithOneNode {

  private static final int MANY = 50;
  private static final Duration LONG = Duration.ofSeconds(60);

  private MemcachedNode other;
  private int connectionsBefore;

  @BeforeEach
  void prepare() {
    other = closing(MemcachedNodes.start());
    connectionsBefore = connections(node);
    page.with("stack", (request, response) -> Thread.currentThread().getStackTrace().length);
  }

  @Test
  void requestWhenThereAreManyApplicationsThenItsStackIsAsDeepAsWithOne() {
    PageTomcat one = start("one", 1);
    PageTomcat many = start("many", MANY);

    assertEquals(
        one.ask(new Browser(), "/0", "raise, stack"),
        many.ask(new Browser(), "/" + (MANY - 1), "raise, stack"));
  }

  @Test
  void connectionsWhenThereAreManyApplicationsThenThereIsOneToEachNode() throws Exception {
    PageTomcat tomcat = start("t1", MANY);
    askAll(tomcat, MANY);

    assertEquals(List.of(1, 1), List.of(ours(node), ours(other)));
    tomcat.close();

    Await.until("all connections are closed", LONG, () -> ours(node) + ours(other) == 0);
  }

  @Test
  void threadsWhenThereAreManyApplicationsThenThereAreTwoForEachNodeAndATimer() throws Exception {
    PageTomcat tomcat = start("t1", MANY);
    askAll(tomcat, MANY);

    Await.value(
        "the threads at rest",
        LONG,
        () -> Threads.alive("holdfast-").stream().map(Thread::getName).toList(),
        List.of(
                "holdfast-memcached-n1",
                "holdfast-memcached-n1-connector",
                "holdfast-memcached-n2",
                "holdfast-memcached-n2-connector",
                "holdfast-timer-1")
            ::equals);
    tomcat.close();

    Threads.assertNoneAlive("holdfast-", LONG);
  }

  @Test
  void connectionsWhenApplicationsHaveDifferentTimeoutsThenTheyHaveTheirOwn() {
    PageTomcat tomcat =
        start(
            "t1",
            4,
            number ->
                builder(number)
                    .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10 + number % 2)));

    askAll(tomcat, 4);

    assertEquals(List.of(2, 2), List.of(ours(node), ours(other)));
  }

  @Test
  void connectionsWhenTwoTomcatsAreInOneProgramThenEachHasItsOwn() {
    PageTomcat first = start("t1", 2);
    PageTomcat second = start("t2", 2);

    askAll(first, 2);
    askAll(second, 2);

    assertEquals(List.of(2, 2), List.of(ours(node), ours(other)));
  }

  @Test
  void requestWhenAnotherApplicationHasStoppedThenItsSessionIsStored() throws Exception {
    PageTomcat tomcat = start("t1", 2);
    tomcat.stop();

    assertEquals("1", tomcat.ask(browser, "/1", "raise"));
    assertEquals("2", tomcat.ask(browser, "/1", "raise"));

    assertEquals(1, node.probe().itemCount() + other.probe().itemCount());
  }

  private static void askAll(PageTomcat tomcat, int applications) {
    for (int i = 0; i < applications; i++) {
      assertEquals("1", tomcat.ask(new Browser(), "/" + i, "raise"));
    }
  }

  private static int connections(MemcachedNode of) {
    return Integer.parseInt(Objects.requireNonNull(of.probe().stats().get("curr_connections")));
  }

  private int ours(MemcachedNode of) {
    return connections(of) - connectionsBefore;
  }

  private ManagerBuilder builder(int number) {
    return settings("sticky", "n1:%s n2:%s".formatted(node.address(), other.address()))
        .set(Setting.STORAGE_KEY_PREFIX, "context,webappVersion")
        .set(Setting.SESSION_BACKUP_ASYNC, number % 2 == 0);
  }

  private PageTomcat start(String name, int applications) {
    return start(name, applications, this::builder);
  }

  private PageTomcat start(String name, int applications, IntFunction<ManagerBuilder> builders) {
    return start(
        name,
        IntStream.range(0, applications).mapToObj(number -> "/" + number).toList(),
        builder(0),
        page,
        context -> {
          int number = Integer.parseInt(context.getPath().substring(1));
          context.setManager(builders.apply(number).build());
        });
  }
}
