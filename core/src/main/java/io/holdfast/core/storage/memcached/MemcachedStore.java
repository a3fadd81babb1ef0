package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.Protocol;
import io.holdfast.core.record.ValueParts;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.NodeFigures;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.PairAnswer;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteCondition.IfAbsent;
import io.holdfast.core.storage.WriteCondition.IfVersion;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.core.storage.link.ConnectionListener;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.Link;
import io.holdfast.core.storage.link.LinkSource;
import io.holdfast.core.storage.link.Operations;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import net.spy.memcached.ops.ConcatenationType;
import net.spy.memcached.ops.StoreType;
import org.jspecify.annotations.Nullable;

/**
 * The store on one memcached node.
 *
 * <p>Before an operation reaches the client library it has passed the limits that the library
 * lacks: the key's form, the size of the item, the room for operations in flight, a deadline.
 * Futures complete on the library's thread or on the timer: what depends on them must not block
 * there.
 */
public final class MemcachedStore implements NodeStore {

  private static final int NO_FLAGS = 0;
  private static final long ANY_VERSION = 0;
  private static final ValueParts NOTHING = ValueParts.of(new byte[0]);
  private static final long LONGEST_RELATIVE = Duration.ofDays(30).toSeconds();
  private static final int LONG_PAST = (int) LONGEST_RELATIVE + 1;

  private final ConnectionSettings settings;
  private final InstantSource clock;
  private final Operations<NodeLink> sender;
  private final int longestValue;

  /**
   * Creates it.
   *
   * @param timer for the deadlines; not closed by the store. One that removes cancelled tasks at
   *     once ({@code setRemoveOnCancelPolicy}) keeps no trace of answered operations
   * @param clock for times to live above 30 days, which memcached takes as points in time
   * @param listener is told how each operation on a key ends
   */
  MemcachedStore(
      LinkSource<NodeLink> links,
      NodeAddress node,
      ConnectionSettings settings,
      ScheduledExecutorService timer,
      InstantSource clock,
      ConnectionListener listener) {
    this.settings = settings;
    this.clock = clock;
    this.sender = new Operations<>(links, node, settings, timer, listener);
    this.longestValue = settings.longestValue();
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    return sender.<@Nullable StoredValue>send(
        "load",
        key,
        0,
        (link, exchange) -> {
          Answer.Loaded answer = new Answer.Loaded(key, exchange, link);
          return settings.protocol() == Protocol.BINARY
              ? SpyCommand.of(link.operations.gets(key, answer))
              : new Gets(longestValue, answer, link.replies, key);
        });
  }

  /**
   * One command in the text protocol; the library has none for it in the binary one. Unless the
   * node has meta commands the value is sent, and compared here.
   */
  @Override
  public CompletableFuture<PairAnswer> loadPairIfChanged(
      String key, String besideKey, KnownValue known) {
    if (settings.protocol() == Protocol.BINARY || !StorageKeys.isKey(besideKey)) {
      return NodeStore.super.loadPairIfChanged(key, besideKey, known);
    }
    return sender.send(
        "load",
        key,
        besideKey.length(),
        (link, exchange) -> {
          Answer.Pair answer = new Answer.Pair(key, besideKey, known, exchange, link);
          MetaCommands commands = link.metaCommands();
          boolean isCompared =
              known.isWorthComparing()
                  && (commands == MetaCommands.COMPARISONS
                      || (commands == MetaCommands.VERSIONS && !known.isProbablyOld()));
          if (!isCompared) {
            return new Gets(longestValue, answer, link.replies, key, besideKey);
          }
          Long unless = commands == MetaCommands.COMPARISONS ? link.casOf(known.version()) : null;
          return new VersionedGets(longestValue, answer, link.replies, key, besideKey, unless);
        });
  }

  @Override
  public CompletableFuture<WriteResult> store(
      String key, ValueParts value, TimeToLive timeToLive, WriteCondition condition) {
    int expires = expiration(timeToLive, clock);
    return sender.send(
        "store",
        key,
        value.length(),
        (link, exchange) -> {
          IfVersion expected = condition instanceof IfVersion version ? version : null;
          Answer.Written answer =
              new Answer.Written(
                  exchange, link, expected == null ? Answer.OF_STORAGE : Answer.OF_CAS);
          if (link.metaCommands() != MetaCommands.NONE) {
            return metaSet(key, value, expires, condition, answer);
          }
          if (expected != null) {
            long cas = link.casOf(expected.version());
            return SpyCommand.of(
                link.operations.cas(
                    StoreType.set, key, cas, NO_FLAGS, expires, value.toByteArray(), answer));
          }
          StoreType verb = condition instanceof IfAbsent ? StoreType.add : StoreType.set;
          return SpyCommand.of(
              link.operations.store(verb, key, NO_FLAGS, expires, value.toByteArray(), answer));
        });
  }

  private static MetaSet metaSet(
      String key, ValueParts value, int expires, WriteCondition condition, Answer.Written answer) {
    NodeLink link = answer.link;
    return new MetaSet(key, value, expires, condition, link::casOf, answer, link.replies);
  }

  /**
   * Turns a time to live into memcached's expiration: 0 for never, seconds up to 30 days, above
   * that a point in time as seconds since the epoch, at most what fits into 32 bits.
   *
   * <p>A value that expires at once gets a point in time long past: the binary protocol has no
   * negative numbers and takes -1 for a time far ahead.
   */
  static int expiration(TimeToLive timeToLive, InstantSource clock) {
    if (timeToLive.seconds() == TimeToLive.OVER.seconds()) {
      return LONG_PAST;
    }
    long seconds = timeToLive.seconds();
    if (seconds <= LONGEST_RELATIVE) {
      return (int) seconds;
    }
    long latest = Integer.MAX_VALUE;
    long now = clock.instant().getEpochSecond();
    return (int) (seconds >= latest - now ? latest : now + seconds);
  }

  @Override
  public CompletableFuture<WriteResult> renewVersion(String key, KnownValue known) {
    return sender.send(
        "renew the version",
        key,
        0,
        (link, exchange) ->
            metaSet(
                    key,
                    NOTHING,
                    0,
                    WriteCondition.ifVersion(known.version()),
                    new Answer.Written(exchange, link, Answer.OF_CAS))
                .appending());
  }

  @Override
  public boolean comparesBeforeRenewal(String key) {
    NodeLink link = sender.now();
    return link != null && link.metaCommands() != MetaCommands.NONE;
  }

  /** Also of nothing: memcached counts that as a change, and keeps flags and time to live. */
  @Override
  public CompletableFuture<Boolean> append(String key, byte[] more) {
    return sender
        .<WriteResult>send(
            "append",
            key,
            more.length,
            (link, exchange) -> {
              Answer.Written answer = new Answer.Written(exchange, link, Answer.OF_STORAGE);
              return link.metaCommands() == MetaCommands.NONE
                  ? SpyCommand.of(
                      link.operations.cat(ConcatenationType.append, ANY_VERSION, key, more, answer))
                  : metaSet(key, ValueParts.of(more), 0, WriteCondition.always(), answer)
                      .appending();
            })
        .thenApply(WriteResult::isStored);
  }

  @Override
  public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
    int expires = expiration(timeToLive, clock);
    return sender.send(
        "touch",
        key,
        0,
        (link, exchange) ->
            SpyCommand.of(
                link.operations.touch(
                    key, expires, new Answer.Found(exchange, link, Answer.OF_TOUCH))));
  }

  @Override
  public CompletableFuture<Boolean> delete(String key) {
    return sender.send(
        "delete",
        key,
        0,
        (link, exchange) ->
            SpyCommand.of(
                link.operations.delete(key, new Answer.Found(exchange, link, Answer.OF_DELETE))));
  }

  @Override
  public <T extends @Nullable Object> T together(Supplier<T> sends) {
    return sender.together(sends);
  }

  @Override
  public CompletableFuture<@Nullable NodeFigures> figures() {
    Link.Forming<NodeLink, @Nullable NodeFigures> request =
        (link, exchange) -> {
          Answer.Figures answer = new Answer.Figures(exchange, link);
          return settings.protocol() == Protocol.BINARY
              ? SpyCommand.of(link.operations.stats(null, answer))
              : new NodeStats(answer, link.replies);
        };
    return sender.send("stats", 0, request);
  }

  /** Fails the operations under way at once; a connection that other stores use goes on. */
  @Override
  public void close() {
    sender.close();
  }
}
