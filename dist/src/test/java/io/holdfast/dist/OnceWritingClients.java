package io.holdfast.dist;

import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Clients of one session that write attributes of their own, each attribute once, each request
 * through any Tomcat. Half of the writes are followed by a read of the attribute through any
 * Tomcat.
 */
final class OnceWritingClients {

  private static final String VALUE = "written";

  private final Visitor visitor;
  private final List<TomcatProcess> tomcats;
  private final Queue<String> answered = new ConcurrentLinkedQueue<>();
  private final Queue<String> surprises = new ConcurrentLinkedQueue<>();

  /** Clients of a visitor's session, which exists. */
  OnceWritingClients(Visitor visitor, List<TomcatProcess> tomcats) {
    this.visitor = visitor;
    this.tomcats = List.copyOf(tomcats);
  }

  /** Writes side by side, and returns when everything is answered. */
  void write(int clients, int writes, long seed) {
    List<CompletableFuture<Integer>> running =
        IntStream.range(0, clients)
            .mapToObj(client -> start(client, writes, new Random(seed + client)))
            .toList();
    running.forEach(CompletableFuture::join);
  }

  private CompletableFuture<Integer> start(int client, int writes, Random random) {
    Visitor tab = visitor.copy();
    return Background.start(
        () -> {
          for (int i = 0; i < writes; i++) {
            write(tab, client + "-" + i, random);
          }
          return writes;
        });
  }

  private void write(Visitor tab, String name, Random random) {
    TomcatProcess writing = any(random);
    Response response = tab.at(writing, "set?name=" + name + "&value=" + VALUE);
    if (response.status() != 200) {
      surprises.add(name + " on " + writing + ": " + response);
      return;
    }
    answered.add(name);
    if (random.nextBoolean()) {
      TomcatProcess reading = any(random);
      String seen = tab.value(reading, "get?name=" + name);
      if (!seen.equals(VALUE)) {
        surprises.add("%s, written on %s, is %s on %s".formatted(name, writing, seen, reading));
      }
    }
  }

  private TomcatProcess any(Random random) {
    return tomcats.get(random.nextInt(tomcats.size()));
  }

  /** Writes that were refused, and reads that did not see what their client had written before. */
  List<String> surprises() {
    return List.copyOf(surprises);
  }

  /** What was answered and is not there in the end, on each Tomcat. */
  List<String> lost() {
    return tomcats.stream().flatMap(this::lostOn).toList();
  }

  private Stream<String> lostOn(TomcatProcess tomcat) {
    String names = visitor.copy().ask(tomcat, "info").getOrDefault("attributes", "");
    List<String> there = List.of(names.split(",", -1));
    return answered.stream()
        .filter(name -> !there.contains(name))
        .map(name -> name + " on " + tomcat);
  }
}
