package io.holdfast.testkit.valkey;

import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.NodeProbe;

/** A Valkey or Redis where tests break a node of any kind. */
public final class ValkeyNode implements MemcachedNode {

  private final ValkeyProcess process;

  private ValkeyNode(ValkeyProcess process) {
    this.process = process;
  }

  /**
   * Starts one on a free port.
   *
   * @throws IllegalStateException if there is none on the PATH or it does not answer
   */
  public static ValkeyNode create(String... arguments) {
    return new ValkeyNode(ValkeyProcess.start(arguments));
  }

  @Override
  public int port() {
    return process.port();
  }

  @Override
  public String scheme() {
    return "valkey://";
  }

  @Override
  public boolean isReal() {
    return true;
  }

  @Override
  public boolean isRunning() {
    return process.isRunning();
  }

  @Override
  public void start() {
    process.startAgain();
  }

  @Override
  public void kill() {
    process.kill();
  }

  @Override
  public void freeze() {
    process.freeze();
  }

  @Override
  public void thaw() {
    process.thaw();
  }

  @Override
  public NodeProbe probe() {
    return new ValkeyProbe(process);
  }

  @Override
  public void close() {
    process.close();
  }
}
