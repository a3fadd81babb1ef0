package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.peers.Pair.Behind;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * What clients of one Tomcat see while its store is away and after its return, without its content.
 *
 * @param lost sessions that began again from one while or after the store was away
 * @param other what the other Tomcat has of the sessions in the end
 */
record Outage(Phase away, Phase back, long lost, Behind other) {

  static final int CLIENTS = 20;

  private static final String COUNTER = "/" + Bench.APPLICATION + "/statefull";
  private static final Duration THINKS = Duration.ofMillis(200);
  private static final Duration SETTLED = Duration.ofSeconds(5);

  /** What was seen in some seconds. */
  record Phase(long requests, long errors, double slowestSeconds) {

    static Phase of(List<Phase> each) {
      return new Phase(
          each.stream().mapToLong(Phase::requests).sum(),
          each.stream().mapToLong(Phase::errors).sum(),
          each.stream().mapToDouble(Phase::slowestSeconds).max().orElse(0));
    }
  }

  /** Lets the store of a pair be away for some time. */
  static Outage of(Pair pair, Duration away) throws IOException {
    int port = pair.site().tomcat().port();
    List<Client> clients = Stream.generate(() -> new Client(port)).limit(CLIENTS).toList();
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      var unused = phase(clients, away.dividedBy(4), threads);
      LockSupport.parkNanos(SETTLED.toNanos());
      pair.shared().lose();
      Phase without = phase(clients, away, threads);
      pair.shared().restore();
      LockSupport.parkNanos(SETTLED.toNanos());
      Phase back = phase(clients, away.dividedBy(2), threads);
      long lost = clients.stream().filter(client -> client.lost).count();
      LockSupport.parkNanos(SETTLED.toNanos());
      pair.site().tomcat().kill();
      int other = pair.second().port();
      List<Integer> numbers = clients.stream().map(client -> client.next(other)).toList();
      int gone = 0;
      int stale = 0;
      for (int i = 0; i < CLIENTS; i++) {
        if (numbers.get(i) <= 1) {
          gone++;
        } else if (numbers.get(i) <= clients.get(i).number) {
          stale++;
        }
      }
      return new Outage(without, back, lost, new Behind(stale, gone));
    } finally {
      threads.shutdownNow();
    }
  }

  private static Phase phase(List<Client> clients, Duration time, ExecutorService threads) {
    long end = System.nanoTime() + time.toNanos();
    List<CompletableFuture<Phase>> phases = new ArrayList<>();
    for (Client client : clients) {
      phases.add(CompletableFuture.supplyAsync(() -> client.askUntil(end), threads));
    }
    return Phase.of(phases.stream().map(CompletableFuture::join).toList());
  }

  /** Counts in one session; for one thread at a time. */
  private static final class Client {

    private final Browser browser = new Browser();
    private final int port;
    private int number;
    private boolean lost;

    Client(int port) {
      this.port = port;
    }

    Phase askUntil(long endNanos) {
      long requests = 0;
      long errors = 0;
      long slowest = 0;
      while (System.nanoTime() < endNanos) {
        long begin = System.nanoTime();
        int answer = next(port);
        slowest = Math.max(slowest, System.nanoTime() - begin);
        requests++;
        if (answer == 0) {
          errors++;
        } else {
          lost |= answer <= 1 && number > 0;
          number = answer;
        }
        LockSupport.parkNanos(THINKS.toNanos());
      }
      return new Phase(requests, errors, slowest / 1e9);
    }

    /** The session's next number; 0 for an error. */
    int next(int of) {
      try {
        Response response = browser.get(of, COUNTER);
        return response.status() == 200 ? Integer.parseInt(response.body()) : 0;
      } catch (UncheckedIOException e) {
        return 0;
      }
    }
  }
}
