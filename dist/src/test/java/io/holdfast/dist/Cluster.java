package io.holdfast.dist;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Two Tomcats of one line in processes of their own, two memcached nodes, and the jars of the
 * distribution as an operator would drop them into {@code lib}.
 */
final class Cluster implements AutoCloseable {

  /**
   * Items of at most one megabyte, as memcached has them by itself, and room for large sessions.
   */
  private static final MemcachedLimits LIMITS = new MemcachedLimits(256, 1024 * 1024);

  private static final String LEASE_SUFFIX = ":l";
  private static final Duration NODES_SEEN = Duration.ofSeconds(60);

  final MemcachedNode n1 = StoreNodes.start(LIMITS);
  final MemcachedNode n2 = StoreNodes.start(LIMITS);
  final TomcatProcess t1;
  final TomcatProcess t2;
  private final BiFunction<String, List<ContextXml>, TomcatSettings> alike;
  private final List<ContextXml> contexts;
  private final boolean usesSecond;

  private Cluster(
      int line,
      String serializer,
      List<ContextXml> contexts,
      Predicate<ContextXml> inBoth,
      UnaryOperator<TomcatSettings> first,
      UnaryOperator<TomcatSettings> second) {
    TomcatDistribution distribution = distribution(line);
    Path docBase = ProbeApplication.compile(distribution);
    String nodes = "n1:%s,n2:%s".formatted(n1.location(), n2.location());
    BiFunction<String, List<ContextXml>, TomcatSettings> settings =
        (route, deployed) -> settings(distribution, route, serializer, docBase, nodes, deployed);
    t1 = first.apply(settings.apply("t1", contexts)).build();
    List<ContextXml> ofSecond = contexts.stream().filter(inBoth).toList();
    t2 = second.apply(settings.apply("t2", ofSecond)).build();
    usesSecond = !ofSecond.isEmpty();
    alike = (route, deployed) -> first.apply(settings.apply(route, deployed));
    this.contexts = contexts;
  }

  /** Starts everything, with two Tomcats that are alike. */
  static Cluster start(
      int line,
      String serializer,
      List<ContextXml> contexts,
      UnaryOperator<TomcatSettings> extras) {
    return start(line, serializer, contexts, extras, extras);
  }

  /**
   * The same with some contexts in the first Tomcat only: each takes a part of the start.
   *
   * @param inBoth which are in the second one, too; it does not start if none is
   */
  static Cluster startWithFewerInSecond(
      int line,
      String serializer,
      List<ContextXml> contexts,
      Predicate<ContextXml> inBoth,
      UnaryOperator<TomcatSettings> extras) {
    return started(new Cluster(line, serializer, contexts, inBoth, extras, extras));
  }

  /** Starts everything, with two Tomcats that may differ. */
  static Cluster start(
      int line,
      String serializer,
      List<ContextXml> contexts,
      UnaryOperator<TomcatSettings> first,
      UnaryOperator<TomcatSettings> second) {
    return started(new Cluster(line, serializer, contexts, context -> true, first, second));
  }

  private static Cluster started(Cluster cluster) {
    try {
      cluster.startStopped();
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** Starts the Tomcats that do not run. */
  void startStopped() {
    Stream.of(t1, t2)
        .filter(tomcat -> !tomcat.isRunning() && (tomcat == t1 || usesSecond))
        .map(tomcat -> CompletableFuture.runAsync(tomcat::start))
        .toList()
        .forEach(CompletableFuture::join);
  }

  private static TomcatSettings settings(
      TomcatDistribution distribution,
      String route,
      String serializer,
      Path docBase,
      String nodes,
      List<ContextXml> contexts) {
    TomcatSettings settings =
        TomcatProcess.of(distribution)
            .jvmRoute(route)
            .jvmOptions(Surroundings.of(route))
            .libraries(StoreNodes.with(jars(serializer)));
    for (ContextXml context : contexts) {
      Path application = context.docBase() == null ? docBase : context.docBase();
      settings.application(context.name(), application, context.toXml(nodes, serializer));
    }
    return settings;
  }

  /** Starts one more Tomcat that is like the first; the caller closes it. */
  TomcatProcess startAnother(String route) {
    return alike.apply(route, contexts).start();
  }

  /** The same with some of the contexts: each takes a part of the start. */
  TomcatProcess startAnother(String route, Collection<String> names) {
    List<ContextXml> some =
        contexts.stream().filter(context -> names.contains(context.name())).toList();
    return alike.apply(route, some).start();
  }

  List<MemcachedNode> nodes() {
    return List.of(n1, n2);
  }

  /** The newest record of a session on any node that runs; null if there is none. */
  @Nullable StoredSession stored(@Nullable String sessionId) {
    return nodes().stream()
        .filter(MemcachedNode::isRunning)
        .map(node -> storedOn(node, sessionId))
        .filter(Objects::nonNull)
        .max(Comparator.comparingLong(StoredSession::version))
        .orElse(null);
  }

  /** The record of a session on one node; null if there is none. */
  @Nullable StoredSession storedOn(MemcachedNode node, @Nullable String sessionId) {
    return StoredSession.of(node.probe().stored(key(sessionId)));
  }

  /** The record of a visitor's session, which must be there. */
  StoredSession record(Visitor visitor) {
    StoredSession stored = stored(visitor.id());
    if (stored == null) {
      throw new AssertionError("not stored: " + visitor.id() + "\n" + t1.logs());
    }
    return stored;
  }

  /** The bytes of the record of a visitor's session, whichever serializer wrote it. */
  byte[] recordBytes(Visitor visitor) {
    return nodes().stream()
        .map(node -> node.probe().stored(key(visitor.id())))
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow()
        .value();
  }

  /** A request that has the visitor's session, and waits until a gate of its Tomcat is opened. */
  static CompletableFuture<Response> pondering(Visitor visitor, TomcatProcess tomcat, String gate) {
    CompletableFuture<Response> answer =
        Background.start(() -> visitor.copy().at(tomcat, "ponder?name=" + gate));
    Visitor asking = new Visitor(visitor.context());
    Await.until(
        "a request stands at " + gate,
        () -> asking.value(tomcat, "awaited?name=" + gate).equals("true"));
    return answer;
  }

  /** Waits until no request has a visitor's session to itself. */
  void awaitNoLease(Visitor visitor) {
    String key = leaseKey(visitor);
    Await.until("no request has " + key, () -> !leases().contains(key));
  }

  private static String leaseKey(Visitor visitor) {
    return key(visitor.id()) + LEASE_SUFFIX;
  }

  /** The keys of all leases on nodes that run. */
  List<String> leases() {
    return nodes().stream()
        .filter(MemcachedNode::isRunning)
        .flatMap(node -> node.probe().keys().stream())
        .filter(key -> key.endsWith(LEASE_SUFFIX))
        .distinct()
        .toList();
  }

  /** Waits until none of its two Tomcats takes a node for lost, in all of these contexts. */
  void awaitNodesSeen(Collection<String> contexts) {
    awaitNodesSeen(List.of(t1, t2), contexts);
  }

  /** Waits until none of these Tomcats takes a node for lost, in all of these contexts. */
  static void awaitNodesSeen(List<TomcatProcess> tomcats, Collection<String> contexts) {
    for (TomcatProcess tomcat : tomcats) {
      for (String context : contexts) {
        Await.until(
            context + " of " + tomcat + " sees all nodes",
            NODES_SEEN,
            () -> "".equals(new Visitor(context).ask(tomcat, "counters").get("lost")));
      }
    }
  }

  /**
   * Waits until a store has all that a Tomcat has answered. After a node was lost and replaced,
   * nothing but this says so: a request may have been answered while the Tomcat connected again.
   */
  static void awaitAllStored(TomcatProcess tomcat, Collection<ContextXml> contexts) {
    for (ContextXml context : contexts) {
      try (ManagerBean manager = ManagerBean.of(tomcat, context.name())) {
        Await.until(
            context.name() + " of " + tomcat + " has stored its sessions",
            NODES_SEEN,
            () -> manager.count("sessionsNotStored") == 0);
      }
    }
  }

  /** Whether any node holds the session. */
  boolean isStored(@Nullable String sessionId) {
    return stored(sessionId) != null;
  }

  /** The node that holds the session. */
  MemcachedNode holderOf(@Nullable String sessionId) {
    return nodes().stream()
        .filter(node -> node.probe().get(key(sessionId)) != null)
        .findFirst()
        .orElseThrow();
  }

  /** All commands about items that the nodes have executed, once no more are on their way. */
  long commandCount() {
    return Quiet.value("commands", this::commandsSoFar);
  }

  /** All values that the nodes have found for commands, once no more commands are on their way. */
  long foundCount() {
    return Quiet.value(
        "commands", () -> count("get_hits", "cas_hits", "touch_hits", "delete_hits"));
  }

  /** Waits until the nodes have what is sent without waiting for them. */
  void awaitCopies() {
    var unused = commandCount();
  }

  /**
   * Repeats requests until the nodes have executed no command about items meanwhile, which is at
   * once if they cost none. In between, a Tomcat may have ended or kept other sessions by itself.
   *
   * @throws AssertionError if they cost commands each time
   */
  void awaitWithoutCommands(Runnable requests) {
    Await.value(
        "commands about items",
        () -> {
          long before = commandCount();
          requests.run();
          return commandCount() - before;
        },
        commands -> commands == 0);
  }

  private long commandsSoFar() {
    return count("cmd_get", "cmd_set", "cmd_touch", "delete_hits", "delete_misses");
  }

  private long count(String... names) {
    return nodes().stream()
        .map(node -> node.probe().commandCounts())
        .mapToLong(
            counts -> Stream.of(names).mapToLong(name -> counts.getOrDefault(name, 0L)).sum())
        .sum();
  }

  /** The key of the session's record: its id without the route. */
  static String key(@Nullable String sessionId) {
    if (sessionId == null) {
      throw new IllegalStateException("there is no session id");
    }
    int dot = sessionId.indexOf('.');
    return dot < 0 ? sessionId : sessionId.substring(0, dot);
  }

  /** The untouched Tomcat of a line. */
  static TomcatDistribution distribution(int line) {
    return TomcatDistribution.at(Path.of(property("holdfast.tomcat" + line)));
  }

  static List<Path> jars(String serializer) {
    try (Stream<Path> files = Files.list(Path.of(property("holdfast.distribution"), serializer))) {
      return files.filter(file -> file.toString().endsWith(".jar")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String property(String name) {
    String value = System.getProperty(name);
    if (value == null) {
      throw new IllegalStateException("system property " + name + " is not set; run Maven");
    }
    return value;
  }

  @Override
  public void close() {
    t1.close();
    t2.close();
    n1.close();
    n2.close();
  }
}
