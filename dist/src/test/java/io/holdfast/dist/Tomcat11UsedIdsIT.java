package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Two applications whose cookies have the path "/": Ann uses one of them on both Tomcats and logs
 * out, and Bob, at the same browser, gets a session with her id, since the other application has
 * that yet. Each test has several browsers in each mode, with one copy of a record and with two.
 * Each night: in a build {@code PageScenesTest} of tomcat-integration, {@code
 * UsedIdExplorationTest} and the histories ask the same.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnLines({})
class Tomcat11UsedIdsIT {

  private static final int LINE = 11;

  /** In each mode: so many that each node is the first one of some ids. */
  private static final int BROWSERS = 5;

  private static final List<String> APPLICATIONS = List.of("one-copy", "two-copies");

  private @Nullable LinedCluster running;
  private @Nullable NodeWatch watch;

  @BeforeAll
  void startCluster() {
    running =
        LinedCluster.start(
            LINE,
            "java",
            2,
            Stream.generate(MemcachedNodes::start).limit(2).toList(),
            1,
            contexts(),
            settings -> settings);
    watch = new NodeWatch(running, contexts());
  }

  private static List<ContextXml> contexts() {
    return Mode.each(
        context("portal"),
        context(APPLICATIONS.get(0)).manager("copies", "1"),
        context(APPLICATIONS.get(1)).manager("copies", "2"));
  }

  private static ContextXml context(String name) {
    return ContextXml.synchronous(name)
        .context("sessionCookiePath", "/")
        .manager("operationTimeout", "400")
        .manager("storageKeyPrefix", "context");
  }

  @AfterAll
  void stopCluster() {
    if (watch != null) {
      watch.close();
    }
    if (running != null) {
      running.close();
    }
  }

  @Test
  void bobWhenNothingIsWrongThenIsServed() {
    List<Visitor> bobs = bobs();

    assertEquals(List.of(), except("user=bob", bobs));
  }

  @Test
  void nobodyWhenBobHasLoggedOutThenIsServed() {
    List<Visitor> bobs = bobs();

    logOut(bobs);

    assertEquals(List.of(), except("nobody", bobs));
  }

  @Test
  void bobWhenAllNodesAreRestartedTogetherThenIsServedAndAnnIsNot() {
    List<Visitor> bobs = bobs();

    restartTogether();

    assertEquals(List.of(), except("user=bob", bobs));
  }

  @Test
  void bobWhenNodesAreRestartedOneAfterTheOtherThenIsServedAndAnnIsNot() {
    List<Visitor> bobs = bobs();

    restartOneAfterTheOther();

    assertEquals(List.of(), except("user=bob", bobs));
  }

  @Test
  void nobodyWhenBobHasLoggedOutAndAllNodesAreRestartedTogetherThenIsServed() {
    List<Visitor> bobs = bobs();
    logOut(bobs);

    restartTogether();

    assertEquals(List.of(), except("nobody", bobs));
  }

  @Test
  void nobodyWhenBobHasLoggedOutAndNodesAreRestartedOneAfterTheOtherThenIsServed() {
    List<Visitor> bobs = bobs();
    logOut(bobs);

    restartOneAfterTheOther();

    assertEquals(List.of(), except("nobody", bobs));
  }

  // ---- what happens ----

  /** Several browsers, each used by Ann and then by Bob. */
  private List<Visitor> bobs() {
    return together(
        Stream.of(Mode.values())
            .flatMap(
                mode ->
                    APPLICATIONS.stream()
                        .flatMap(
                            application ->
                                Stream.<Supplier<Visitor>>generate(
                                        () -> () -> bob(mode, application))
                                    .limit(BROWSERS))));
  }

  /** Bob is on the first Tomcat, after Ann was on both and has logged out. */
  private Visitor bob(Mode mode, String application) {
    Visitor portal = mode.visitor("portal");
    portal.insist(t1(), "history/create");
    Visitor visitor = portal.in(mode.context(application));
    visitor.insist(t1(), "history/create");
    visitor.insist(t1(), "history/write?name=user&value=ann");
    visitor.insist(t2(), "history/write?name=page&value=1");
    visitor.insist(t1(), "history/write?name=page&value=2"); // and back
    assertEquals("page=2, user=ann", seen(visitor, t1()));
    String id = Cluster.key(visitor.id());
    visitor.insist(t1(), "history/end");
    visitor.insist(t1(), "history/create");
    visitor.insist(t1(), "history/write?name=user&value=bob");
    assertEquals(id, Cluster.key(visitor.id()));
    return visitor;
  }

  private void logOut(List<Visitor> visitors) {
    var unused =
        together(visitors.stream().map(visitor -> () -> visitor.insist(t1(), "history/end")));
  }

  /** What is wrong with what each Tomcat shows, first that which Bob has not used. */
  private List<String> except(String expected, List<Visitor> visitors) {
    List<String> wrong = new ArrayList<>();
    for (TomcatProcess tomcat : List.of(t2(), t1())) {
      Stream<Supplier<String>> asked =
          visitors.stream().map(visitor -> () -> visitor + ": " + seen(visitor.copy(), tomcat));
      together(asked).stream()
          .filter(seen -> !seen.endsWith(": " + expected))
          .map(seen -> tomcat + ", " + seen)
          .forEach(wrong::add);
    }
    return wrong;
  }

  private static String seen(Visitor visitor, TomcatProcess tomcat) {
    Map<String, String> lines =
        new TreeMap<>(Visitor.lines(visitor.insist(tomcat, "history/dump")));
    return "false".equals(lines.get("found"))
        ? "nobody"
        : lines.entrySet().stream()
            .filter(line -> line.getKey().startsWith("value."))
            .map(line -> line.getKey().substring("value.".length()) + "=" + line.getValue())
            .collect(Collectors.joining(", "));
  }

  private static <T> List<T> together(Stream<Supplier<T>> tasks) {
    return tasks.map(Background::start).toList().stream().map(CompletableFuture::join).toList();
  }

  private void restartTogether() {
    cluster().nodes().forEach(MemcachedNode::kill);
    cluster().nodes().forEach(watch()::awaitLost);
    cluster().nodes().forEach(MemcachedNode::start);
    watch().awaitCalm();
  }

  private void restartOneAfterTheOther() {
    for (MemcachedNode node : cluster().nodes()) {
      node.kill();
      watch().awaitLost(node);
      node.start();
      watch().awaitCalm();
    }
  }

  private LinedCluster cluster() {
    return Objects.requireNonNull(running);
  }

  private NodeWatch watch() {
    return Objects.requireNonNull(watch);
  }

  /** Where Ann logs out, and Bob logs in. */
  private TomcatProcess t1() {
    return cluster().tomcats().get(0).process();
  }

  /** Where Ann was, too. */
  private TomcatProcess t2() {
    return cluster().tomcats().get(1).process();
  }
}
