package io.holdfast.benchmarks.parts;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import net.spy.memcached.CachedData;
import net.spy.memcached.MemcachedClient;
import net.spy.memcached.transcoders.Transcoder;

/** The client library as a program uses it: one client for all threads. */
final class SpyAccess implements Clients.Access {

  private final MemcachedClient client;
  private final Transcoder<byte[]> bytes = new PlainBytes();

  SpyAccess(int port) throws IOException {
    client = new MemcachedClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  @Override
  public Clients.Connection connect() {
    return new Clients.Connection() {
      @Override
      public void set(String key, byte[] value) throws Exception {
        if (!client.set(key, Clients.SECONDS, value, bytes).get()) {
          throw new IOException("not stored");
        }
      }

      @Override
      public byte[] get(String key) {
        return client.get(key, bytes);
      }
    };
  }

  @Override
  public void close() {
    client.shutdown();
  }

  /** Bytes as they are. */
  private static final class PlainBytes implements Transcoder<byte[]> {

    @Override
    public boolean asyncDecode(CachedData data) {
      return false;
    }

    @Override
    public CachedData encode(byte[] value) {
      return new CachedData(0, value, getMaxSize());
    }

    @Override
    public byte[] decode(CachedData data) {
      return data.getData();
    }

    @Override
    public int getMaxSize() {
      return CachedData.MAX_SIZE;
    }
  }
}
