package io.holdfast.valkey;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.record.ValueParts;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.NodeFigures;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.PairAnswer;
import io.holdfast.core.storage.ReadBehind;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredPair;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteCondition.Always;
import io.holdfast.core.storage.WriteCondition.IfAbsent;
import io.holdfast.core.storage.WriteCondition.IfVersion;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.Exchange;
import io.holdfast.core.storage.link.Link;
import io.holdfast.core.storage.link.LinkSource;
import io.holdfast.core.storage.link.Operations;
import io.holdfast.valkey.RespCommand.Meaning;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The store on one node that is Valkey or Redis.
 *
 * <p>A value lies behind eight bytes that are its version: random ones, so that no two writes share
 * a version, also after the node was restarted with older data. Futures complete on the thread that
 * reads or on the timer: what depends on them must not block there.
 */
public final class ValkeyStore implements NodeStore {

  private static final ValueParts NOTHING = ValueParts.of(new byte[0]);

  private static final String GONE = "-1";

  /** How often an operation is sent on to another server of a cluster. */
  private static final int MOST_HOPS = 5;

  private static final String FOR_GOOD = "0";

  /** A thousand years; the server refuses times that its clock has no number for. */
  private static final long LONGEST_SECONDS = 1_000L * 366 * 24 * 3_600;

  private final Operations<ValkeyLink> operations;
  private final int replicas;
  private final @Nullable ClusterRoutes routes;
  private final Versions versions = new Versions();

  ValkeyStore(
      LinkSource<ValkeyLink> links,
      NodeAddress node,
      ConnectionSettings settings,
      ScheduledExecutorService timer) {
    this.routes = links instanceof ClusterRoutes cluster ? cluster : null;
    this.replicas = settings.waitForReplicas();
    this.operations = new Operations<>(links, node, settings, timer);
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    return this.<@Nullable StoredValue>send(
        "load", key, 0, values(() -> CommandBytes.of("GET", sent(key)), StoredValue.class::cast));
  }

  /** One command; a script, which takes the node longer, where the value is worth it. */
  @Override
  public CompletableFuture<PairAnswer> loadPairIfChanged(
      String key, String besideKey, KnownValue known) {
    if (!StorageKeys.isKey(besideKey)) {
      return NodeStore.super.loadPairIfChanged(key, besideKey, known);
    }
    Request<PairAnswer> request =
        known.isWorthComparing()
            ? script(
                Script.READ_UNLESS,
                List.of(key, besideKey),
                known.version(),
                NOTHING,
                reply -> compared(reply, known))
            : values(
                () -> CommandBytes.of("MGET", sent(key), sent(besideKey)),
                reply -> known.answer(pair(reply)));
    CompletableFuture<PairAnswer> answer =
        send(
            "load",
            key,
            besideKey.length(),
            (link, exchange) -> request.over(link, exchange).confirmedBy(0));
    return routes == null
        ? answer
        : answer.exceptionallyCompose(
            failure ->
                StoreException.reasonOf(failure) == Reason.REFUSED // where just one has been moved
                    ? NodeStore.super.loadPairIfChanged(key, besideKey, known)
                    : CompletableFuture.failedFuture(failure));
  }

  private static PairAnswer compared(@Nullable Object reply, KnownValue known) {
    List<?> parts = (List<?>) reply;
    if (parts == null || parts.size() < 2) {
      throw new ClassCastException("too few parts");
    }
    return isOne(parts.get(0))
        ? new PairAnswer.Unchanged(known.version(), (StoredValue) parts.get(1))
        : new PairAnswer.Read(pair(parts.subList(1, parts.size())));
  }

  private static StoredPair pair(@Nullable Object reply) {
    List<?> both = (List<?>) reply;
    if (both == null || both.size() != 2) {
      throw new ClassCastException("no two values");
    }
    return new StoredPair((StoredValue) both.get(0), (StoredValue) both.get(1));
  }

  @Override
  public CompletableFuture<WriteResult> store(
      String key, ValueParts value, TimeToLive timeToLive, WriteCondition condition) {
    long version = versions.next();
    String millis = millis(timeToLive);
    WriteResult stored = WriteResult.stored(version);
    if (condition instanceof IfVersion expected) {
      return send(
          "store",
          key,
          value.length(),
          script(
              Script.REPLACE,
              List.of(key),
              version,
              value,
              reply -> isOne(reply) ? stored : WriteResult.CONFLICT,
              millis,
              CommandBytes.text(expected.version())));
    }
    boolean isOver = millis.equals(GONE);
    if (condition instanceof IfAbsent) {
      return send(
          "store",
          key,
          value.length(),
          written(
              () ->
                  CommandBytes.set(sent(key), version, value, options(isOver ? "1" : millis, "NX")),
              reply -> reply == null ? WriteResult.CONFLICT : ok(reply, stored)));
    }
    return send(
        "store",
        key,
        value.length(),
        isOver
            ? written(() -> CommandBytes.of("DEL", sent(key)), reply -> counted(reply, stored))
            : written(
                () -> CommandBytes.set(sent(key), version, value, options(millis)),
                reply -> ok(reply, stored)));
  }

  private static String[] options(String millis, String... condition) {
    if (millis.equals(FOR_GOOD)) {
      return condition;
    }
    return condition.length == 0
        ? new String[] {"PX", millis}
        : new String[] {condition[0], "PX", millis};
  }

  private static <T> T ok(@Nullable Object reply, T result) {
    if (!"OK".equals(reply)) {
      throw new ClassCastException("not OK");
    }
    return result;
  }

  private static <T> T counted(@Nullable Object reply, T result) {
    var unused = (Long) reply;
    return result;
  }

  private static boolean isOne(@Nullable Object reply) {
    return Long.valueOf(1).equals((Long) reply);
  }

  /** One script. Where the write is refused, nothing is read behind it. */
  @Override
  public CompletableFuture<WriteResult> storeThenRead(
      String key,
      byte[] value,
      TimeToLive timeToLive,
      WriteCondition condition,
      @Nullable ReadBehind behind) {
    String millis = millis(timeToLive);
    if (condition instanceof Always || millis.equals(FOR_GOOD) || millis.equals(GONE)) {
      return NodeStore.super.storeThenRead(key, value, timeToLive, condition, behind);
    }
    List<String> keys =
        behind == null ? List.of(key) : List.of(key, behind.key(), behind.besideKey());
    String expected = condition instanceof IfVersion read ? CommandBytes.text(read.version()) : "";
    KnownValue known = behind == null ? null : behind.known();
    long version = versions.next();
    long renewed = versions.next();
    CompletableFuture<Step> step =
        send(
            "store and read",
            key,
            value.length + keys.stream().skip(1).mapToInt(String::length).sum(),
            script(
                Script.STORE_THEN_READ,
                keys,
                version,
                ValueParts.of(value),
                reply -> step(reply, version, renewed),
                millis,
                expected,
                CommandBytes.text(renewed),
                known == null ? "" : CommandBytes.text(known.version())));
    return step.thenApply(
            done -> {
              endWith(done, behind);
              return done.result;
            })
        .exceptionallyCompose(
            failure -> {
              if (routes != null && StoreException.reasonOf(failure) == Reason.REFUSED) {
                // where just some keys have been moved
                return NodeStore.super.storeThenRead(key, value, timeToLive, condition, behind);
              }
              if (behind != null) {
                behind.fail(failure);
              }
              return CompletableFuture.failedFuture(failure);
            });
  }

  /** What the script has done; nothing is found where it has read nothing. */
  private record Step(WriteResult result, @Nullable PairAnswer found) {}

  private static Step step(@Nullable Object reply, long version, long renewed) {
    List<?> parts = (List<?>) reply;
    if (parts == null || parts.isEmpty()) {
      throw new ClassCastException("too few parts");
    }
    return new Step(
        isOne(parts.get(0)) ? WriteResult.stored(version) : WriteResult.CONFLICT,
        parts.size() == 1 ? null : found(parts.subList(1, parts.size()), renewed));
  }

  private static PairAnswer found(List<?> values, long renewed) {
    return values.size() == 2 && values.get(0) instanceof Long
        ? new PairAnswer.Unchanged(renewed, (StoredValue) values.get(1))
        : new PairAnswer.Read(pair(values));
  }

  private static void endWith(Step step, @Nullable ReadBehind behind) {
    if (behind != null && step.found != null) {
      behind.succeed(step.found);
    } else if (behind != null) {
      behind.fail(new IllegalStateException("nothing is read where the write is refused"));
    }
  }

  @Override
  public boolean storesThenReadsAtOnce() {
    return true;
  }

  /** By its text, which no server has to know: a read that is sent behind it must come later. */
  @Override
  public CompletableFuture<Boolean> renewVersion(String key) {
    return send(
        "renew the version",
        key,
        0,
        byText(Script.RENEW, List.of(key), versions.next(), NOTHING, ValkeyStore::isOne));
  }

  @Override
  public CompletableFuture<Boolean> append(String key, byte[] more) {
    return send(
        "append",
        key,
        more.length,
        script(
            Script.APPEND, List.of(key), versions.next(), ValueParts.of(more), ValkeyStore::isOne));
  }

  @Override
  public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
    String millis = millis(timeToLive);
    return send(
        "touch",
        key,
        0,
        switch (millis) {
          case FOR_GOOD ->
              script(Script.PERSIST, List.of(key), versions.next(), NOTHING, ValkeyStore::isOne);
          case GONE -> plain(() -> CommandBytes.of("DEL", sent(key)), ValkeyStore::isOne);
          default -> plain(() -> CommandBytes.of("PEXPIRE", sent(key), millis), ValkeyStore::isOne);
        });
  }

  @Override
  public CompletableFuture<Boolean> delete(String key) {
    return send(
        "delete", key, 0, written(() -> CommandBytes.of("UNLINK", sent(key)), ValkeyStore::isOne));
  }

  @Override
  public <T extends @Nullable Object> T together(Supplier<T> sends) {
    return operations.together(sends);
  }

  @Override
  public CompletableFuture<@Nullable NodeFigures> figures() {
    return operations.send(
        "info", 0, over(plain(() -> CommandBytes.of("INFO", "ALL"), Figures::of)));
  }

  /** Fails the operations under way at once; a connection that other stores use goes on. */
  @Override
  public void close() {
    operations.close();
  }

  // ---- sending ----

  /** Forms the command of an exchange. */
  private interface Request<T extends @Nullable Object> {
    RespCommand<T> over(ValkeyLink link, Exchange<T> exchange);
  }

  private <T extends @Nullable Object> CompletableFuture<T> send(
      String verb, String key, int valueSize, Request<T> request) {
    return operations.send(verb, key, valueSize, over(request));
  }

  private <T extends @Nullable Object> void send(
      ValkeyLink link, Exchange<T> exchange, Request<T> request, int hops, boolean isAsking) {
    link.send(
        exchange,
        over -> {
          RespCommand<T> command = formed(over, exchange, request, hops);
          return isAsking ? command.asking() : command;
        });
  }

  private <T extends @Nullable Object> RespCommand<T> formed(
      ValkeyLink link, Exchange<T> exchange, Request<T> request, int hops) {
    RespCommand<T> command = request.over(link, exchange);
    if (routes != null && hops < MOST_HOPS) {
      command.redirectedBy(error -> follow(routes, error, link, exchange, request, hops));
    }
    return command;
  }

  private <T extends @Nullable Object> void follow(
      ClusterRoutes cluster,
      ReplyError error,
      ValkeyLink from,
      Exchange<T> exchange,
      Request<T> request,
      int hops) {
    from.forget(exchange);
    var unused =
        cluster
            .follow(error, from.host())
            .whenComplete(
                (target, failure) -> {
                  if (target == null) {
                    exchange.abandon(
                        Reason.UNAVAILABLE, "no connection to where it is sent: " + error.line());
                  } else {
                    send(target, exchange, request, hops + 1, error.code().equals("ASK"));
                  }
                });
  }

  private String sent(String key) {
    return routes == null ? key : routes.sent(key);
  }

  private List<String> sent(List<String> keys) {
    return routes == null ? keys : keys.stream().map(routes::sent).toList();
  }

  private <T extends @Nullable Object> Link.Forming<ValkeyLink, T> over(Request<T> request) {
    return (link, exchange) -> formed(link, exchange, request, 0);
  }

  private static <T extends @Nullable Object> Request<T> values(
      Supplier<ByteBuffer> bytes, Meaning<T> meaning) {
    return (link, exchange) -> new RespCommand<>(exchange, link, bytes.get(), true, meaning, null);
  }

  private <T extends @Nullable Object> Request<T> written(
      Supplier<ByteBuffer> bytes, Meaning<T> meaning) {
    Request<T> request = plain(bytes, meaning);
    return (link, exchange) -> request.over(link, exchange).confirmedBy(replicas);
  }

  private static <T extends @Nullable Object> Request<T> plain(
      Supplier<ByteBuffer> bytes, Meaning<T> meaning) {
    return (link, exchange) -> new RespCommand<>(exchange, link, bytes.get(), false, meaning, null);
  }

  /** A script by its digest, or by its text where the server has forgotten it. */
  private <T extends @Nullable Object> Request<T> script(
      Script script,
      List<String> keys,
      long version,
      ValueParts value,
      Meaning<T> meaning,
      String... more) {
    Request<T> byText = byText(script, keys, version, value, meaning, more);
    return (link, exchange) ->
        evaluated(
            link,
            exchange,
            CommandBytes.script("EVALSHA", script.digest(), sent(keys), version, value, more),
            meaning,
            () -> link.send(exchange, again -> byText.over(again, exchange)));
  }

  private <T extends @Nullable Object> Request<T> byText(
      Script script,
      List<String> keys,
      long version,
      ValueParts value,
      Meaning<T> meaning,
      String... more) {
    return (link, exchange) ->
        evaluated(
            link,
            exchange,
            CommandBytes.script("EVAL", script.text(), sent(keys), version, value, more),
            meaning,
            null);
  }

  private <T extends @Nullable Object> RespCommand<T> evaluated(
      ValkeyLink link,
      Exchange<T> exchange,
      ByteBuffer bytes,
      Meaning<T> meaning,
      @Nullable Runnable withScript) {
    return new RespCommand<>(exchange, link, bytes, true, meaning, withScript)
        .confirmedBy(replicas);
  }

  /** In milliseconds; {@link #FOR_GOOD} or {@link #GONE} for times without an end or a length. */
  private static String millis(TimeToLive timeToLive) {
    long seconds = timeToLive.seconds();
    if (seconds < 0) {
      return GONE;
    }
    return Long.toString(Math.min(seconds, LONGEST_SECONDS) * 1_000);
  }
}
