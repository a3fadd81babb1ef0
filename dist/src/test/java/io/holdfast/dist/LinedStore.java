package io.holdfast.dist;

import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.valkey.ValkeyNode;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Independent nodes. */
final class LinedStore implements HistoryStore {

  private final List<MemcachedNode> nodes;
  private final @Nullable PrivateStore secrets;

  private LinedStore(Supplier<MemcachedNode> node, int count, @Nullable PrivateStore secrets) {
    this.nodes = Stream.generate(node).limit(count).toList();
    this.secrets = secrets;
  }

  /**
   * Starts nodes of memcached.
   *
   * @param secrets if Tomcats are to reach them by TLS, and to seal what they store; else null
   */
  static LinedStore memcached(int count, @Nullable PrivateStore secrets) {
    return new LinedStore(
        () ->
            secrets == null
                ? MemcachedNodes.start()
                : MemcachedProcess.start(MemcachedLimits.DEFAULT, secrets.certificates().files()),
        count,
        secrets);
  }

  /** Starts nodes of Valkey or Redis. */
  static LinedStore valkey(int count) {
    return new LinedStore(ValkeyNode::create, count, null);
  }

  @Override
  public List<MemcachedNode> nodes() {
    return nodes;
  }

  @Override
  public @Nullable String source() {
    return null;
  }

  @Override
  public List<HistoryFault> faults() {
    return HistoryFault.ALL;
  }

  @Override
  public ContextXml used(ContextXml context) {
    return secrets == null ? context : secrets.used(context);
  }

  @Override
  public void close() {
    nodes.forEach(MemcachedNode::close);
  }
}
