package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Crowd;
import io.holdfast.benchmarks.engine.HttpConnection;
import io.holdfast.benchmarks.engine.HttpConnection.Answer;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.engine.Run;
import io.holdfast.benchmarks.engine.Site;
import io.holdfast.benchmarks.report.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;

/**
 * What a Tomcat loads and computes until it has answered its first requests, and how long the very
 * first one takes: each Tomcat of a rolling restart pays that.
 */
public final class Cold {

  private static final String COUNTER = "/" + Bench.APPLICATION + "/statefull";

  private Cold() {}

  /**
   * What was seen of one start.
   *
   * @param classes that were loaded in all
   * @param lambdas those of them that the virtual machine made at a place where a function is made
   * @param start processor seconds until the Tomcat served
   * @param requests processor seconds from then on
   */
  record Seen(long classes, long lambdas, double start, double requests) {}

  /** Starts each Tomcat several times, in turns. */
  public static void perform(Run run) throws Exception {
    Bench bench = new Bench(run.root());
    int requests = run.effort(20_000, 500);
    int rounds = run.effort(5, 1);
    Path log = Files.createTempFile("holdfast-classes-", ".log");
    Map<String, List<Seen>> seen = new LinkedHashMap<>();
    try {
      for (int round = 1; round <= rounds; round++) {
        for (Map.Entry<String, Callable<Pair>> one : Contenders.cold(bench, log).entrySet()) {
          Seen now = see(one.getValue(), requests, log);
          seen.computeIfAbsent(one.getKey(), any -> new ArrayList<>()).add(now);
          run.say("round %d, %s: %s".formatted(round, one.getKey(), now));
        }
      }
    } finally {
      Files.deleteIfExists(log);
    }
    run.say("medians of a start and the first %,d requests\n%s".formatted(requests, report(seen)));
    run.say("the first request of a fresh Tomcat\n" + reportOfFirsts(firsts(run, bench)));
  }

  /** Milliseconds of the first request of each of several starts, in turns. */
  private static Map<String, List<Double>> firsts(Run run, Bench bench) throws Exception {
    int starts = run.effort(20, 1);
    Map<String, List<Double>> millis = new LinkedHashMap<>();
    for (int start = 1; start <= starts; start++) {
      for (Map.Entry<String, Callable<Pair>> one : Contenders.first(bench).entrySet()) {
        boolean isStored = !one.getKey().equals(Contenders.PLAIN);
        double now = first(one.getValue(), isStored);
        millis.computeIfAbsent(one.getKey(), any -> new ArrayList<>()).add(now);
        run.say("start %d, %s: %.1f ms".formatted(start, one.getKey(), now));
      }
    }
    return millis;
  }

  /**
   * Asks a Tomcat that has just said that it serves for a page that makes a session and changes it.
   *
   * @param isStored whether a node must have the session by then
   * @return the milliseconds until the answer
   */
  private static double first(Callable<Pair> opening, boolean isStored) throws Exception {
    try (Pair pair = opening.call();
        HttpConnection connection = new HttpConnection(pair.site().tomcat().port())) {
      long start = System.nanoTime();
      Answer answer = connection.get(COUNTER, "");
      double millis = (System.nanoTime() - start) / 1e6;
      boolean isThere = pair.shared() instanceof Nodes nodes && nodes.sum("curr_items") > 0;
      if (answer.status() != 200 || answer.newSessionId().isEmpty() || isThere != isStored) {
        throw new IOException("answered with %s, stored: %s".formatted(answer, isThere));
      }
      return millis;
    }
  }

  static String reportOfFirsts(Map<String, List<Double>> millis) {
    StringBuilder report = new StringBuilder();
    millis.forEach(
        (title, all) ->
            report.append(
                "%-28s %.1f ms, at the 95th percentile %.1f ms; starts: %d%n"
                    .formatted(title, Spread.median(all), ofNinetyFive(all), all.size())));
    return report.toString();
  }

  /** The least that 95 of 100 do not exceed. */
  private static double ofNinetyFive(List<Double> all) {
    return all.stream().sorted().toList().get((int) Math.ceil(0.95 * all.size()) - 1);
  }

  private static Seen see(Callable<Pair> opening, int requests, Path log) throws Exception {
    try (Pair pair = opening.call()) {
      long pid = pair.site().tomcat().pid();
      double start = Bench.cpuSeconds(pid);
      ask(pair.site().tomcat().port(), requests);
      pair.site().awaitRest();
      double all = Bench.cpuSeconds(pid);
      List<String> classes = Files.readAllLines(log);
      long lambdas = classes.stream().filter(line -> line.contains("$$Lambda")).count();
      return new Seen(classes.size(), lambdas, start, all - start);
    }
  }

  private static void ask(int port, int requests) throws IOException, InterruptedException {
    AtomicInteger left = new AtomicInteger(requests);
    String[] ids = new String[Site.USERS];
    try (Crowd users = new Crowd(port, Site.USERS)) {
      var unused =
          users.repeat(
              number -> left.getAndDecrement() > 0,
              (connection, number) -> {
                Answer answer = connection.get(COUNTER, ids[number] == null ? "" : ids[number]);
                if (answer.status() != 200) {
                  throw new IOException("answered with " + answer.status());
                }
                ids[number] = answer.newSessionId().isEmpty() ? ids[number] : answer.newSessionId();
              });
    }
  }

  static String report(Map<String, List<Seen>> seen) {
    StringBuilder report = new StringBuilder();
    seen.forEach(
        (title, rounds) ->
            report.append(
                "%-28s %,.0f classes, %,.0f of them lambdas; %.1f s to start, %.1f s to serve%n"
                    .formatted(
                        title,
                        median(rounds, Seen::classes),
                        median(rounds, Seen::lambdas),
                        median(rounds, Seen::start),
                        median(rounds, Seen::requests))));
    return report.toString();
  }

  private static double median(List<Seen> rounds, ToDoubleFunction<Seen> figure) {
    return Spread.of(rounds.stream().mapToDouble(figure).boxed().toList()).median();
  }
}
