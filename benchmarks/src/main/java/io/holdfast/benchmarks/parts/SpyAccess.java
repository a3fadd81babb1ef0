package io.holdfast.benchmarks.parts;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import net.spy.memcached.MemcachedClient;

/**
 * The client library as a program uses it: one client for all threads, which sends bytes as such.
 */
final class SpyAccess implements Clients.Access {

  private final MemcachedClient client;

  SpyAccess(int port) throws IOException {
    client = new MemcachedClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  @Override
  public Clients.Connection connect() {
    return new Clients.Connection() {
      @Override
      public void set(String key, byte[] value) throws Exception {
        if (!client.set(key, Clients.SECONDS, value).get()) {
          throw new IOException("not stored");
        }
      }

      @Override
      public byte[] get(String key) {
        return (byte[]) client.get(key);
      }
    };
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
