package io.holdfast.benchmarks.tickets.server;

import io.holdfast.benchmarks.serializers.tickets.Ticket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import net.spy.memcached.MemcachedClient;
import net.spy.memcached.transcoders.Transcoder;
import org.jspecify.annotations.Nullable;

/** The tickets, each under its name in a memcached; every write is waited for. */
final class TicketRegistry implements AutoCloseable {

  private static final int SECONDS = 1_800;

  private final MemcachedClient client;
  private final Transcoder<@Nullable Object> transcoder;

  TicketRegistry(int memcachedPort, Transcoder<@Nullable Object> transcoder) throws IOException {
    this.client =
        new MemcachedClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), memcachedPort));
    this.transcoder = transcoder;
  }

  /** Keeps a new ticket. */
  void add(Ticket ticket) throws IOException {
    require(done(client.add(ticket.id(), SECONDS, ticket, transcoder)), "added", ticket);
  }

  /** Keeps a ticket that has changed. */
  void update(Ticket ticket) throws IOException {
    require(done(client.replace(ticket.id(), SECONDS, ticket, transcoder)), "updated", ticket);
  }

  /** The ticket of this type with this name; null if there is none. */
  <T extends Ticket> @Nullable T find(String id, Class<T> type) {
    Object found = client.get(id, transcoder);
    return type.isInstance(found) ? type.cast(found) : null;
  }

  /** Whether it was there; of several that delete it at the same time, one is told so. */
  boolean delete(String id) throws IOException {
    return done(client.delete(id));
  }

  private static boolean done(Future<Boolean> operation) throws IOException {
    try {
      return operation.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    }
  }

  private static void require(boolean done, String what, Ticket ticket) throws IOException {
    if (!done) {
      throw new IOException(ticket.id() + " was not " + what);
    }
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
