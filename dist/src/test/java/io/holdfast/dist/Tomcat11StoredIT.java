package io.holdfast.dist;

import io.holdfast.dist.PartitionTests.Remote;
import io.holdfast.testkit.fault.RequiresNetworkNamespace;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;

/**
 * What nodes have of sessions, what they refuse, and what does not reach them. All groups of tests
 * share one cluster.
 */
class Tomcat11StoredIT extends ClusterSuite {

  private final Path keyFile = SealedTests.writeFirstKey();

  /** None where memcached is not installed. */
  private final List<MemcachedNode> small =
      MemcachedProcess.isInstalled() ? FullMemoryTests.start() : List.of();

  private final @Nullable Remote remote = Remote.start();

  @Override
  List<ContextXml> contexts() {
    List<ContextXml> contexts = new ArrayList<>(SealedTests.contexts(keyFile));
    contexts.addAll(SessionsByUserTests.contexts());
    if (!small.isEmpty()) {
      contexts.addAll(FullMemoryTests.contexts(small));
    }
    if (remote != null) {
      contexts.addAll(PartitionTests.contexts(remote));
    }
    return contexts;
  }

  @Override
  TomcatSettings extras(TomcatSettings settings) {
    return settings.user("ann", Secrets.PASSWORD, "member");
  }

  @AfterAll
  void closeNodes() {
    small.forEach(MemcachedNode::close);
    if (remote != null) {
      remote.close();
    }
  }

  /** Encrypted records. */
  @Nested
  final class Sealed extends SealedTests {

    @Override
    Path keyFile() {
      return keyFile;
    }
  }

  /** Nodes without memory for more. */
  @Nested
  final class FullMemory extends FullMemoryTests {

    @Override
    List<MemcachedNode> nodes() {
      return small;
    }
  }

  /** A network that loses all. */
  @Nested
  @RequiresNetworkNamespace
  final class Partition extends PartitionTests {

    @Override
    Remote remote() {
      return Objects.requireNonNull(remote);
    }
  }

  /** Lists of users. The last group: it kills the nodes. */
  @Nested
  @ComesLast
  final class SessionsByUser extends SessionsByUserTests {}
}
