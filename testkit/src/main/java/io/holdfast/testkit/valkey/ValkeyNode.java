package io.holdfast.testkit.valkey;

import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedProbe;
import io.holdfast.testkit.memcached.MemcachedProbe.Stored;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
  public List<String> keys() {
    return process
        .ask("KEYS *")
        .lines()
        .filter(line -> !line.isEmpty() && "*$+-:".indexOf(line.charAt(0)) < 0)
        .toList();
  }

  /** What it has under a key, whose version is in front; null if it has nothing. */
  public @Nullable Stored stored(String key) {
    byte[] value = ValkeyProcess.valueAt(port(), key);
    return value == null
        ? null
        : new Stored(
            0,
            ByteBuffer.wrap(value).getLong(),
            Arrays.copyOfRange(value, Long.BYTES, value.length));
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

  /** It speaks no protocol of memcached. */
  @Override
  public MemcachedProbe probe() {
    throw new UnsupportedOperationException("no memcached");
  }

  @Override
  public void close() {
    process.close();
  }
}
