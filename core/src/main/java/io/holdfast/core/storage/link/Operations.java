package io.holdfast.core.storage.link;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends the operations of one store: checks the key and the size, takes room for the operation,
 * starts its deadline, and waits for the link.
 *
 * @param <L> the kind of links
 */
public final class Operations<L extends Link> {

  private final NodeAddress node;
  private final int maxItemSize;
  private final Deadlines deadlines;
  private final InFlightLimit limit;
  private final LinkSource<L> links;
  private final ConnectionListener listener;
  private final WaitingSends waiting = new WaitingSends();

  /**
   * Creates it for one store.
   *
   * @param links the connection to the node
   * @param node which node
   * @param settings limits and timeout
   * @param timer of the deadlines; not closed by this class
   * @param listener is told how each operation on a key ends
   */
  public Operations(
      LinkSource<L> links,
      NodeAddress node,
      ConnectionSettings settings,
      ScheduledExecutorService timer,
      ConnectionListener listener) {
    this.node = node;
    this.maxItemSize = settings.maxItemSize();
    this.deadlines = new Deadlines(timer, settings.operationTimeout(), System::nanoTime, links);
    this.limit = new InFlightLimit(settings.maxInFlight(), settings.maxItemSize());
    this.links = links;
    this.listener = listener;
  }

  /**
   * Sends an operation on one key.
   *
   * @param verb for messages
   * @param key of the value; refused if no node takes it
   * @param valueSize of what is sent beside the key, in bytes
   * @param request forms its command
   */
  public <T extends @Nullable Object> CompletableFuture<T> send(
      String verb, String key, int valueSize, Link.Forming<L, T> request) {
    if (!StorageKeys.isKey(key)) {
      return refused(Reason.REFUSED, verb + ": the key is not 1 to 250 printable characters", key);
    }
    int size = Math.addExact(key.length(), valueSize);
    return send(links.current(key), verb, size, request, key);
  }

  /**
   * Sends an operation without a key. The listener is not told of it.
   *
   * @param verb for messages
   * @param size of what is sent, in bytes
   * @param request forms its command
   */
  public <T extends @Nullable Object> CompletableFuture<T> send(
      String verb, int size, Link.Forming<L, T> request) {
    return send(links.current(), verb, size, request, null);
  }

  private <T extends @Nullable Object> CompletableFuture<T> send(
      CompletableFuture<L> link,
      String verb,
      int size,
      Link.Forming<L, T> request,
      @Nullable String key) {
    if (size > maxItemSize) {
      return refused(
          Reason.TOO_LARGE,
          "%s: %d bytes with the key; the limit is %d".formatted(verb, size, maxItemSize),
          key);
    }
    long started = System.nanoTime();
    Exchange<T> exchange =
        new Exchange<>(node.id(), verb) {
          @Override
          protected void giveRoomBack() {
            limit.leave(size);
          }

          @Override
          protected void ended(@Nullable StoreException failure) {
            tell(key, started, failure);
          }
        };
    if (!limit.tryEnter(size)) {
      return refused(Reason.BUSY, verb + ": too many operations are waiting for an answer", key);
    }
    try {
      exchange.startDeadline(deadlines);
      if (waiting.isOverFor(link)) {
        send(link, exchange, request);
      } else {
        waiting.send(link, () -> send(link, exchange, request));
      }
    } catch (RuntimeException | Error e) { // there is no memory for the deadline, for example
      exchange.abandon(Reason.BUSY, "not sent: " + e);
    }
    return exchange.result();
  }

  private <T extends @Nullable Object> void send(
      CompletableFuture<L> settled, Exchange<T> exchange, Link.Forming<L, T> request) {
    try {
      if (settled.isCompletedExceptionally()) {
        exchange.abandon(Reason.UNAVAILABLE, "no connection to " + node);
      } else {
        Link.send(settled.join(), exchange, request);
      }
    } catch (RuntimeException | Error e) { // others wait behind it
      exchange.abandon(Reason.BUSY, "not sent: " + e);
    }
  }

  private <T extends @Nullable Object> CompletableFuture<T> refused(
      Reason reason, String message, @Nullable String key) {
    StoreException failure = new StoreException(reason, node.id(), message, null);
    tell(key, System.nanoTime(), failure);
    return CompletableFuture.failedFuture(failure);
  }

  private void tell(@Nullable String key, long started, @Nullable StoreException failure) {
    if (key != null) {
      listener.ended(key, started, failure);
    }
  }

  /** The link, if there is one. */
  public @Nullable L now() {
    return links.now();
  }

  /** Lets the operations that are sent meanwhile, on this thread, leave together. */
  public <T extends @Nullable Object> T together(Supplier<T> sends) {
    L link = now();
    return link == null ? sends.get() : link.together(sends);
  }

  /** Fails the operations under way at once; a connection that other stores use goes on. */
  public void close() {
    links.close();
    deadlines.close();
  }
}
