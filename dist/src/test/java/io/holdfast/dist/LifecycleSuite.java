package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happens to sessions when an operator stops, starts and reloads things. */
@OnLines(11)
abstract class LifecycleSuite extends ClusterSuite {

  /** How long Tomcats take at most to see that nodes are back, and to act on it. */
  private static final Duration BACK = Duration.ofSeconds(60);

  @Override
  List<ContextXml> contexts() {
    List<ContextXml> contexts =
        new ArrayList<>(Mode.each(ContextXml.synchronous("app"), ContextXml.named("later")));
    contexts.addAll(DeploymentTests.contexts());
    contexts.addAll(LateRequestTests.contexts());
    contexts.addAll(FailedStartTests.contexts());
    contexts.add(ContextXml.named("soon").manager("operationTimeout", "soon"));
    contexts.add(ContextXml.named("nowhere").manager("memcachedNodes", "n1"));
    contexts.add(ContextXml.named("unknown").manager("transcoderFactoryClass", "unknown"));
    contexts.add(ContextXml.named("stiky").manager("stiky", "false"));
    contexts.add(ContextXml.named("count").manager("maxActiveSessions", "abc"));
    contexts.add(ContextXml.named("redis").manager("memcachedNodes", "redis://:p,w@cache:6379"));
    contexts.add(ContextXml.named("valkey").manager("memcachedNodes", "n1:redis://cache:6379"));
    contexts.add(ContextXml.named("convert").manager("customConverter", "com.acme.Missing"));
    contexts.add(ContextXml.named("absent").manager("transcoderFactoryClass", "kryo"));
    contexts.add(
        ContextXml.named("old")
            .manager("activeNodeIndex", "0")
            .manager("debug", "5")
            .manager("maxInactiveInterval", "60"));
    return contexts;
  }

  /** What does not start is in the first Tomcat only. */
  @Override
  boolean isInBoth(ContextXml context) {
    return DeploymentTests.contextsThatServe().contains(context.name());
  }

  @Override
  TomcatSettings extras(TomcatSettings settings) {
    return ManagerApplication.deploy(settings, Cluster.distribution(line()).home())
        .logging("io.holdfast.handlers", "java.util.logging.ConsoleHandler");
  }

  /** Applications that come and go while their Tomcat runs. */
  @Nested
  final class Deployments extends DeploymentTests {}

  /** Requests that are in an application when that stops. */
  @Nested
  final class LateRequests extends LateRequestTests {}

  /** Managers that cannot start. */
  @Nested
  final class FailedStarts extends FailedStartTests {}

  // ---- 4: reload ----

  @InEachMode
  void applicationWhenItWasReloadedAgainAndAgainThenNothingOfItStays(Mode mode) {
    ManagerApplication manager = new ManagerApplication(t1());
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "basket/new");
    List<String> threads = HoldfastThreads.stayingWhenQuiet(t1(), "app");

    for (int i = 0; i < 4; i++) {
      visitor.ask(t1(), "basket/add?value=" + i);
      manager.command("reload?path=/" + mode.context("app"));
    }

    assertEquals("[0, 1, 2, 3]", visitor.value(t1(), "basket"));
    Await.value(
        "threads as before: " + threads,
        () -> HoldfastThreads.staying(t1(), "app"),
        threads::equals);
    Await.until(
        "all class loaders of before are collected",
        Duration.ofSeconds(60),
        () -> manager.command("findleaks?statusLine=true").contains("No memory leaks"));
  }

  @InEachMode
  void applicationWhenItIsStoppedThenNoThreadWorksForItAndOthersAreConnected(Mode mode) {
    ManagerApplication manager = new ManagerApplication(t1());
    Visitor visitor = mode.visitor("later");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    String owner = "/" + mode.context("later") + "-";
    manager.command("stop?path=/" + mode.context("later"));
    Await.until(
        "none of its threads is left",
        () -> HoldfastThreads.names(t1(), "app").stream().noneMatch(name -> name.contains(owner)));
    List<String> left = HoldfastThreads.names(t1(), "app");
    manager.command("start?path=/" + mode.context("later"));

    assertTrue(left.contains(StoreNodes.threadOf("n1")), left::toString);
    assertEquals("apple", visitor.value(t1(), "get?name=fruit"));
  }

  // ---- 9: restart ----

  /** Of the Tomcat that has fewer applications. */
  @Test
  void sessionsWhenTheirTomcatRestartsThenAreReadWhenTheyAreAskedFor() {
    List<Visitor> visitors = Stream.generate(() -> new Visitor("later")).limit(100).toList();
    visitors.forEach(visitor -> visitor.ask(t2(), "set?name=fruit&value=apple"));

    t2().stop();
    t1().freeze(); // it looks after sessions of its own
    long found;
    try {
      long before = cluster().foundCount();
      t2().start();
      found = cluster().foundCount() - before;
    } finally {
      t1().thaw();
    }
    List<String> fruits =
        visitors.stream().map(visitor -> visitor.value(t2(), "get?name=fruit")).distinct().toList();

    assertEquals(0, found);
    assertEquals(List.of("apple"), fruits);
  }

  // ---- 10: the manager application ----

  @InEachMode
  void managerApplicationWhenItListsSessionsThenTheyAreThere(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");

    String page = new ManagerApplication(t1()).sessions(mode.context("app"));

    assertTrue(page.contains(visitor.id()), page);
  }

  @InEachMode
  void managerApplicationWhenItEndsASessionThenItsRecordIsGone(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=apple");
    String id = visitor.id();

    Response response = new ManagerApplication(t1()).invalidate(mode.context("app"), id);

    assertEquals(200, response.status());
    Await.until("gone", () -> !cluster().isStored(id));
    assertEquals("null", visitor.value(t1(), "peek"));
  }

  @Test
  void managerApplicationWhenItExpiresAllThenASessionThatMovedGoesOn() {
    Visitor moved = new Visitor("later");
    moved.ask(t1(), "set?name=fruit&value=apple");
    Await.until("stored", () -> cluster().isStored(moved.id()));
    moved.ask(t2(), "set?name=fruit&value=pear");
    Await.until("moved", () -> "t2".equals(record(moved).id().jvmRoute()));
    Visitor stayed = new Visitor("later");
    stayed.ask(t1(), "set?name=fruit&value=apple");
    Await.until("stored", () -> cluster().isStored(stayed.id()));

    new ManagerApplication(t1()).command("expire?path=/later&idle=0");

    Await.until("gone", () -> !cluster().isStored(stayed.id()));
    assertEquals("pear", moved.value(t2(), "get?name=fruit"));
    assertTrue(cluster().isStored(moved.id()));
  }

  // ---- 18: a rolling restart ----

  /** Each night: {@link Tomcat11RollingRestartIT} has real load balancers ask the same. */
  @Test
  @OnLines({})
  void requestsWhenTomcatsRestartOneAfterTheOtherThenLoseNothing() throws Exception {
    Balancer balancer = new Balancer(cluster());
    List<LoadedVisitor> visitors =
        Stream.generate(() -> Mode.values())
            .flatMap(Stream::of)
            .map(mode -> new LoadedVisitor(mode, balancer))
            .limit(8)
            .toList();
    ExecutorService threads = Executors.newFixedThreadPool(visitors.size());
    List<Future<Integer>> counts = visitors.stream().map(threads::submit).toList();
    visitors.forEach(visitor -> visitor.awaitRequests(1));

    for (TomcatProcess tomcat : List.of(t1(), t2())) {
      balancer.drain(tomcat);
      visitors.forEach(visitor -> visitor.awaitRequests(5));
      tomcat.stop();
      visitors.forEach(visitor -> visitor.awaitRequests(5));
      tomcat.start();
      balancer.restore();
      visitors.forEach(visitor -> visitor.awaitRequests(5));
    }
    visitors.forEach(LoadedVisitor::finish);
    threads.shutdown();

    for (Future<Integer> count : counts) {
      assertTrue(count.get() > 20, () -> "only " + count);
    }
  }

  // ---- the store is not there ----

  @Test
  void tomcatWhenItStartsWithoutStoreThenServesAndStoresLater() {
    t2().stop();
    cluster().nodes().forEach(MemcachedNode::kill);

    t2().start();
    Collection<Visitor> visitors = Mode.visitors("later").values();
    visitors.forEach(visitor -> visitor.ask(t2(), "set?name=fruit&value=apple"));
    List<String> local =
        visitors.stream().map(visitor -> visitor.value(t2(), "get?name=fruit")).toList();
    cluster().nodes().forEach(MemcachedNode::start);

    assertEquals(List.of("apple", "apple"), local);
    for (Visitor visitor : visitors) {
      Await.until("stored without a request", BACK, () -> cluster().isStored(visitor.id()));
      Await.until(
          "the other Tomcat sees the nodes again",
          BACK,
          () -> visitor.copy().value(t1(), "get?name=fruit").equals("apple"));
    }
  }

  // ---- wrong attributes ----

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "soon    | operationTimeout=\"soon\"          | use 1ms to 1h",
        "nowhere | memcachedNodes=\"n1\"              | host:port",
        "unknown | transcoderFactoryClass=\"unknown\" | java, kryo, xstream, javolution",
        "stiky   | stiky=\"false\"                    | did you mean sticky?",
        "count   | maxActiveSessions=\"abc\"          | use a value of type int",
        "redis   | memcachedNodes=\"redis://***@cache:6379\" | write nodes of Valkey or Redis as",
        "convert | customConverter=\"com.acme.Missing\" | takes no converters",
        "absent  | transcoderFactoryClass=\"kryo\"    | use what is there: transcoderFactoryClass=\"java\""
      })
  void contextWhenAnAttributeIsWrongThenStopsAndSaysWhatIsRight(
      String context, String attribute, String remedy) {
    Response response = new Browser().get(t1().port(), "/" + context + "/probe/info");

    assertEquals(404, response.status());
    List<String> lines =
        t1().logs().lines().filter(line -> line.contains(attribute.strip())).toList();
    assertFalse(lines.isEmpty(), attribute);
    assertTrue(
        lines.stream().anyMatch(line -> line.contains(remedy.strip())),
        () -> String.join("\n", lines));
    assertEquals(List.of(), tracesAfter(attribute.strip()));
    assertFalse(t1().logs().contains("p,w@"), "a password is in the log");
  }

  @Test
  void contextWhenTheJarForValkeyIsMissingThenItIsNamed() {
    assumeFalse(StoreNodes.areValkey(), "the jar is there");
    assertTrue(
        t1().logs()
            .contains(
                "class io.holdfast.valkey.ValkeyConnections was not found; put holdfast-valkey,"
                    + " which lies in the folder valkey of the distribution, into tomcat/lib"),
        t1()::logs);
  }

  /** What the log has of traces behind the lines that name something. */
  private List<String> tracesAfter(String named) {
    List<String> lines = t1().logs().lines().toList();
    return IntStream.range(1, lines.size())
        .filter(i -> lines.get(i - 1).contains(named))
        .mapToObj(lines::get)
        .filter(line -> line.strip().startsWith("at ") || line.startsWith("Caused by"))
        .toList();
  }

  @Test
  void contextWhenItHasAttributesOfMemcachedSessionManagerThenStartsAndNamesThem() {
    new Visitor("old").ask(t1(), "set?name=fruit&value=apple");

    for (String attribute :
        List.of("activeNodeIndex=\"0\"", "debug=\"5\"", "maxInactiveInterval=\"60\"")) {
      List<String> lines = t1().logs().lines().filter(line -> line.contains(attribute)).toList();
      assertEquals(1, lines.size(), () -> attribute + " in " + lines);
    }
  }
}
