package io.holdfast.benchmarks.tickets;

import io.holdfast.benchmarks.ListeningProcess;
import io.holdfast.benchmarks.tickets.server.TicketForm;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProbe;
import io.holdfast.testkit.memcached.MemcachedProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One server with its memcached and its users. */
final class Site implements AutoCloseable {

  private static final MemcachedLimits LIMITS = new MemcachedLimits(256, 1 << 20);
  private static final double NANOS_PER_SECOND = 1e9;

  private final MemcachedProcess node;
  private final ListeningProcess server;
  private final Users users;

  private Site(MemcachedProcess node, ListeningProcess server, Users users) {
    this.node = node;
    this.server = server;
    this.users = users;
  }

  /**
   * Starts all of it.
   *
   * @param directory where the server leaves its log
   */
  static Site open(TicketForm form, Path directory, int size) throws IOException {
    MemcachedProcess node = MemcachedProcess.start(LIMITS);
    try {
      ListeningProcess server = ServerProcess.start(form, node.port(), directory);
      try {
        return new Site(node, server, new Users(server.port(), size));
      } catch (IOException e) {
        server.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      node.close();
      throw e;
    }
  }

  /** Lets each user visit so many times; all do the same step, then the next. */
  Turn visit(int each) throws IOException, InterruptedException {
    List<List<Visit>> visits = users.visits(each);
    long bytesBefore = bytes();
    Duration cpuBefore = server.cpu();
    Map<Step, Timing> timings = new EnumMap<>(Step.class);
    for (Step step : Step.values()) {
      timings.put(step, users.perform(step, visits));
    }
    double cpu = server.cpu().minus(cpuBefore).toNanos() / NANOS_PER_SECOND;
    long bytes = bytes() - bytesBefore;
    requireEmpty();
    return new Turn(timings, visits.stream().mapToInt(List::size).sum(), cpu, bytes);
  }

  /** Lets each user visit once, and looks at what lies in memcached meanwhile. */
  Sizes sizes() throws IOException, InterruptedException {
    List<List<Visit>> visits = users.visits(1);
    users.perform(Step.LOGIN_TICKET, visits);
    double login = size("LT-");
    users.perform(Step.CREDENTIALS, visits);
    double granting = size("TGT-");
    users.perform(Step.CAS_TICKET, visits);
    users.perform(Step.SAML_TICKET, visits);
    Sizes sizes = new Sizes(login, granting, size("TGT-"), size("ST-"));
    users.perform(Step.CAS_VALIDATION, visits);
    users.perform(Step.SAML_VALIDATION, visits);
    users.perform(Step.LOGOUT, visits);
    requireEmpty();
    return sizes;
  }

  private double size(String prefix) {
    MemcachedProbe probe = node.probe();
    return probe.keys().stream()
        .filter(key -> key.startsWith(prefix))
        .mapToInt(key -> Objects.requireNonNull(probe.get(key)).length)
        .average()
        .orElseThrow(() -> new IllegalStateException("There is no " + prefix));
  }

  /** Whoever has gone leaves nothing. */
  private void requireEmpty() {
    int left = node.probe().itemCount();
    if (left != 0) {
      throw new IllegalStateException(left + " tickets are left after all have logged out");
    }
  }

  private long bytes() {
    Map<String, String> stats = node.probe().stats();
    return Long.parseLong(stats.getOrDefault("bytes_read", "0"))
        + Long.parseLong(stats.getOrDefault("bytes_written", "0"));
  }

  String memcachedVersion() {
    return node.probe().version();
  }

  @Override
  public void close() throws IOException {
    try {
      users.close();
    } finally {
      server.close();
      node.close();
    }
  }
}
