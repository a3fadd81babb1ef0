package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.HttpConnection;
import io.holdfast.benchmarks.load.Store;
import io.holdfast.benchmarks.load.Traffic;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The other member of a cluster as a store: messages about sessions that its manager received, and
 * bytes that its process read, which Linux counts.
 */
final class DeltaStore implements Store {

  private static final String PAGE = "/" + Bench.APPLICATION + "/messages";

  private final TomcatProcess member;

  DeltaStore(TomcatProcess member) {
    this.member = member;
  }

  @Override
  public Traffic traffic() {
    try (HttpConnection connection = new HttpConnection(member.port())) {
      return new Traffic(Long.parseLong(connection.get(PAGE, "").body()), bytesRead());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot ask " + member, e);
    }
  }

  /** With the questions about the messages, which are few and short. */
  private long bytesRead() throws IOException {
    Path counters = Path.of("/proc", Long.toString(member.pid()), "io");
    return Files.readAllLines(counters).stream()
        .filter(line -> line.startsWith("rchar:"))
        .mapToLong(line -> Long.parseLong(line.substring("rchar:".length()).strip()))
        .findFirst()
        .orElseThrow(() -> new IOException("No count of bytes in " + counters));
  }
}
