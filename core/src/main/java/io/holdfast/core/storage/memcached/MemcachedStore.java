package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.NodeFigures;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.PairAnswer;
import io.holdfast.core.storage.StoreKeys;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteCondition.IfAbsent;
import io.holdfast.core.storage.WriteCondition.IfVersion;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.core.storage.link.ConnectionListener;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.HostResolver;
import io.holdfast.core.storage.link.LinkSource;
import io.holdfast.core.storage.link.MemcachedProtocol;
import io.holdfast.core.storage.link.NodeConnector;
import io.holdfast.core.storage.link.NodePlaces;
import io.holdfast.core.storage.link.Operations;
import io.holdfast.core.storage.link.WireCommand;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import net.spy.memcached.OperationFactory;
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
  private static final byte[] NOTHING = {};

  private final ConnectionSettings settings;
  private final MemcachedExpiration expiration;
  private final Operations<NodeLink> sender;
  private final int longestValue;

  private MemcachedStore(
      ConnectionSettings settings, InstantSource clock, Operations<NodeLink> sender) {
    this.settings = settings;
    this.expiration = new MemcachedExpiration(clock);
    this.sender = sender;
    this.longestValue = settings.longestValue();
  }

  /**
   * Starts to connect in the background and returns at once, whether or not the node is there, or
   * its name known. Operations wait for the first attempt, within their deadline; from then on,
   * while there is no connection, they fail at once.
   *
   * @param node which node
   * @param settings limits and protocol
   * @param timer for the deadlines; not closed by the store. One that removes cancelled tasks at
   *     once ({@code setRemoveOnCancelPolicy}) keeps no trace of answered operations
   * @param clock for times to live above 30 days, which memcached takes as points in time
   * @param listener is told of the connection
   */
  public static MemcachedStore connect(
      NodeAddress node,
      ConnectionSettings settings,
      ScheduledExecutorService timer,
      InstantSource clock,
      ConnectionListener listener) {
    return connect(node, settings, timer, clock, listener, InetAddress::getAllByName);
  }

  /** Connects to the addresses that the resolver finds at each attempt. */
  static MemcachedStore connect(
      NodeAddress node,
      ConnectionSettings settings,
      ScheduledExecutorService timer,
      InstantSource clock,
      ConnectionListener listener,
      HostResolver resolver) {
    QuietSpyLogger.install();
    NodeConnector<NodeLink> connector = connector(node, settings, timer, listener, resolver);
    MemcachedStore store = over(connector, node, settings, timer, clock);
    connector.start();
    return store;
  }

  static NodeConnector<NodeLink> connector(
      NodeAddress node,
      ConnectionSettings settings,
      ScheduledExecutorService timer,
      ConnectionListener listener,
      HostResolver resolver) {
    return new NodeConnector<>(
        "memcached",
        node,
        settings.operationTimeout(),
        timer,
        listener,
        NodePlaces.of(node.host(), node.port(), resolver),
        new MemcachedOpener(node, settings));
  }

  /** A store over a connection that other stores may use as well. */
  static MemcachedStore over(
      LinkSource<NodeLink> links,
      NodeAddress node,
      ConnectionSettings settings,
      ScheduledExecutorService timer,
      InstantSource clock) {
    return new MemcachedStore(settings, clock, new Operations<>(links, node, settings, timer));
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    return this.<@Nullable StoredValue>send(
        "load",
        key,
        0,
        (exchange, link, operations) -> {
          Answer.Loaded answer = new Answer.Loaded(key, exchange, link);
          return settings.protocol() == MemcachedProtocol.BINARY
              ? SpyCommand.of(operations.gets(key, answer))
              : new Gets(longestValue, answer, key);
        });
  }

  /**
   * One command in the text protocol; the library has none for it in the binary one. Unless the
   * node has meta commands the value is sent, and compared here.
   */
  @Override
  public CompletableFuture<PairAnswer> loadPairIfChanged(
      String key, String besideKey, KnownValue known) {
    if (settings.protocol() == MemcachedProtocol.BINARY || !StoreKeys.isValid(besideKey)) {
      return NodeStore.super.loadPairIfChanged(key, besideKey, known);
    }
    return send(
        "load",
        key,
        besideKey.length(),
        (exchange, link, operations) -> {
          Answer.Pair answer = new Answer.Pair(key, besideKey, known, exchange, link);
          MetaCommands commands = link.metaCommands();
          boolean isCompared =
              known.isWorthComparing()
                  && (commands == MetaCommands.COMPARISONS
                      || (commands == MetaCommands.VERSIONS && !known.isProbablyOld()));
          if (!isCompared) {
            return new Gets(longestValue, answer, key, besideKey);
          }
          Long unless = commands == MetaCommands.COMPARISONS ? link.casOf(known.version()) : null;
          return new VersionedGets(longestValue, answer, key, besideKey, unless);
        });
  }

  @Override
  public CompletableFuture<WriteResult> store(
      String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
    int expires = expiration.of(timeToLive);
    return send(
        "store",
        key,
        value.length,
        (exchange, link, operations) ->
            write(
                link,
                operations,
                key,
                value,
                expires,
                condition,
                new Answer.Written(exchange, link, wordsFor(condition))));
  }

  private static Set<String> wordsFor(WriteCondition condition) {
    return condition instanceof IfVersion ? ReplyWords.OF_CAS : ReplyWords.OF_STORAGE;
  }

  @Override
  public CompletableFuture<WriteResult> renewVersion(String key, KnownValue known) {
    return send(
        "renew the version",
        key,
        0,
        (exchange, link, operations) ->
            new MetaSet(
                    key,
                    NOTHING,
                    0,
                    WriteCondition.ifVersion(known.version()),
                    link::casOf,
                    new Answer.Written(exchange, link, ReplyWords.OF_CAS))
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
    return this.<WriteResult>send(
            "append",
            key,
            more.length,
            (exchange, link, operations) -> {
              Answer.Written answer = new Answer.Written(exchange, link, ReplyWords.OF_STORAGE);
              return link.metaCommands() == MetaCommands.NONE
                  ? SpyCommand.of(
                      operations.cat(ConcatenationType.append, ANY_VERSION, key, more, answer))
                  : new MetaSet(key, more, 0, WriteCondition.always(), link::casOf, answer)
                      .appending();
            })
        .thenApply(WriteResult::isStored);
  }

  @Override
  public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
    int expires = expiration.of(timeToLive);
    return send(
        "touch",
        key,
        0,
        (exchange, link, operations) ->
            SpyCommand.of(
                operations.touch(
                    key, expires, new Answer.Found(exchange, link, ReplyWords.OF_TOUCH))));
  }

  @Override
  public CompletableFuture<Boolean> delete(String key) {
    return send(
        "delete",
        key,
        0,
        (exchange, link, operations) ->
            SpyCommand.of(
                operations.delete(key, new Answer.Found(exchange, link, ReplyWords.OF_DELETE))));
  }

  @Override
  public <T extends @Nullable Object> T together(Supplier<T> sends) {
    return sender.together(sends);
  }

  @Override
  public CompletableFuture<@Nullable NodeFigures> figures() {
    return sender.send(
        "stats",
        0,
        over(
            (exchange, link, operations) -> {
              FiguresAnswer answer = new FiguresAnswer(exchange, link);
              return settings.protocol() == MemcachedProtocol.BINARY
                  ? SpyCommand.of(operations.stats(null, answer))
                  : new NodeStats(answer);
            }));
  }

  /** Fails the operations under way at once; a connection that other stores use goes on. */
  @Override
  public void close() {
    sender.close();
  }

  private static WireCommand write(
      NodeLink link,
      OperationFactory operations,
      String key,
      byte[] value,
      int expires,
      WriteCondition condition,
      Answer.Written answer) {
    if (link.metaCommands() != MetaCommands.NONE) {
      return new MetaSet(key, value, expires, condition, link::casOf, answer);
    }
    if (condition instanceof IfVersion expected) {
      return SpyCommand.of(
          operations.cas(
              StoreType.set,
              key,
              link.casOf(expected.version()),
              NO_FLAGS,
              expires,
              value,
              answer));
    }
    StoreType verb = condition instanceof IfAbsent ? StoreType.add : StoreType.set;
    return SpyCommand.of(operations.store(verb, key, NO_FLAGS, expires, value, answer));
  }

  private <T extends @Nullable Object> CompletableFuture<T> send(
      String verb, String key, int valueSize, NodeLink.Request<T> request) {
    return sender.send(verb, key, valueSize, over(request));
  }

  private static <T extends @Nullable Object> Operations.Request<NodeLink, T> over(
      NodeLink.Request<T> request) {
    return (link, exchange) -> link.send(exchange, request);
  }
}
