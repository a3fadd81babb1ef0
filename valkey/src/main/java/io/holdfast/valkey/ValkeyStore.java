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
import io.holdfast.core.storage.link.ConnectionListener;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.Exchange;
import io.holdfast.core.storage.link.Link;
import io.holdfast.core.storage.link.LinkSource;
import io.holdfast.core.storage.link.Operations;
import io.holdfast.valkey.CommandBytes.Versioned;
import io.holdfast.valkey.RespCommand.Meaning;
import java.util.ArrayList;
import java.util.Collections;
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
      ScheduledExecutorService timer,
      ConnectionListener listener) {
    this.routes = links instanceof ClusterRoutes cluster ? cluster : null;
    this.replicas = settings.waitForReplicas();
    this.operations = new Operations<>(links, node, settings, timer, listener);
  }

  @Override
  public CompletableFuture<@Nullable StoredValue> load(String key) {
    return this.<@Nullable StoredValue>send(
        "load", key, 0, values(() -> new CommandBytes("GET", sent(key)), StoredValue.class::cast));
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
                reply -> compared(reply, known),
                version(known.version()))
            : values(
                () -> new CommandBytes("MGET", sent(key), sent(besideKey)),
                reply -> known.answer(pair(reply)));
    CompletableFuture<PairAnswer> answer =
        send(
            "load",
            key,
            besideKey.length(),
            (link, exchange, byText) -> request.over(link, exchange, byText).confirmedBy(0));
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
              reply -> isOne(reply) ? stored : WriteResult.CONFLICT,
              new Versioned(version, value),
              millis,
              version(expected.version())));
    }
    boolean isOver = millis.equals(GONE);
    Versioned record = new Versioned(version, value);
    if (condition instanceof IfAbsent) {
      return send(
          "store",
          key,
          value.length(),
          written(
              () -> set(key, record, isOver ? "1" : millis, "NX"),
              reply -> reply == null ? WriteResult.CONFLICT : ok(reply, stored)));
    }
    return send(
        "store",
        key,
        value.length(),
        isOver
            ? written(() -> new CommandBytes("DEL", sent(key)), reply -> counted(reply, stored))
            : written(() -> set(key, record, millis), reply -> ok(reply, stored)));
  }

  private CommandBytes set(String key, Versioned record, String millis, String... condition) {
    List<Object> words = new ArrayList<>(List.of("SET", sent(key), record));
    Collections.addAll(words, condition);
    if (!millis.equals(FOR_GOOD)) {
      Collections.addAll(words, "PX", millis);
    }
    return new CommandBytes(words.toArray());
  }

  /** A version as an argument of its own. */
  private static Versioned version(long version) {
    return new Versioned(version, NOTHING);
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
    Object expected = condition instanceof IfVersion read ? version(read.version()) : "";
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
                reply -> step(reply, version, renewed),
                new Versioned(version, ValueParts.of(value)),
                millis,
                expected,
                version(renewed),
                known == null ? "" : version(known.version())));
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
    Request<Boolean> request =
        script(Script.RENEW, List.of(key), ValkeyStore::isOne, version(versions.next()));
    return send(
        "renew the version",
        key,
        0,
        (link, exchange, byText) -> request.over(link, exchange, true));
  }

  @Override
  public CompletableFuture<Boolean> append(String key, byte[] more) {
    return send(
        "append",
        key,
        more.length,
        script(
            Script.APPEND,
            List.of(key),
            ValkeyStore::isOne,
            new Versioned(versions.next(), ValueParts.of(more))));
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
              script(Script.PERSIST, List.of(key), ValkeyStore::isOne, version(versions.next()));
          case GONE -> plain(() -> new CommandBytes("DEL", sent(key)), ValkeyStore::isOne);
          default ->
              plain(() -> new CommandBytes("PEXPIRE", sent(key), millis), ValkeyStore::isOne);
        });
  }

  @Override
  public CompletableFuture<Boolean> delete(String key) {
    return send(
        "delete", key, 0, written(() -> new CommandBytes("UNLINK", sent(key)), ValkeyStore::isOne));
  }

  @Override
  public <T extends @Nullable Object> T together(Supplier<T> sends) {
    return operations.together(sends);
  }

  @Override
  public CompletableFuture<@Nullable NodeFigures> figures() {
    return operations.send(
        "info", 0, over(plain(() -> new CommandBytes("INFO", "ALL"), Figures::of)));
  }

  /** Fails the operations under way at once; a connection that other stores use goes on. */
  @Override
  public void close() {
    operations.close();
  }

  // ---- sending ----

  /** Forms the command of an exchange. */
  private interface Request<T extends @Nullable Object> {

    /**
     * Forms it.
     *
     * @param byText whether a script is sent by its text, which no server has to know
     */
    RespCommand<T> over(ValkeyLink link, Exchange<T> exchange, boolean byText);
  }

  private <T extends @Nullable Object> CompletableFuture<T> send(
      String verb, String key, int valueSize, Request<T> request) {
    return operations.send(verb, key, valueSize, over(request));
  }

  private <T extends @Nullable Object> Link.Forming<ValkeyLink, T> over(Request<T> request) {
    return (link, exchange) -> formed(link, exchange, request, false, 0);
  }

  private <T extends @Nullable Object> RespCommand<T> formed(
      ValkeyLink link, Exchange<T> exchange, Request<T> request, boolean byText, int hops) {
    return request
        .over(link, exchange, byText)
        .otherwise(error -> isSentAgain(error, link, exchange, request, byText, hops));
  }

  /** After some errors sends the command again; a script then by its text. */
  private <T extends @Nullable Object> boolean isSentAgain(
      ReplyError error,
      ValkeyLink link,
      Exchange<T> exchange,
      Request<T> request,
      boolean byText,
      int hops) {
    if (error.isUnknownScript() && !byText) {
      link.send(exchange, again -> formed(again, exchange, request, true, hops));
      return true;
    }
    if (routes == null || !error.isRedirect() || hops == MOST_HOPS) {
      return false;
    }
    link.forget(exchange);
    var unused =
        routes
            .follow(error, link.host())
            .whenComplete(
                (target, failure) -> {
                  if (target == null) {
                    exchange.abandon(
                        Reason.UNAVAILABLE, "no connection to where it is sent: " + error.line());
                  } else {
                    target.send(
                        exchange,
                        over -> {
                          RespCommand<T> command = formed(over, exchange, request, true, hops + 1);
                          return error.code().equals("ASK") ? command.asking() : command;
                        });
                  }
                });
    return true;
  }

  private String sent(String key) {
    return routes == null ? key : routes.sent(key);
  }

  private static <T extends @Nullable Object> Request<T> values(
      Supplier<CommandBytes> bytes, Meaning<T> meaning) {
    return (link, exchange, byText) ->
        new RespCommand<>(exchange, link, bytes.get(), true, meaning).reading();
  }

  private <T extends @Nullable Object> Request<T> written(
      Supplier<CommandBytes> bytes, Meaning<T> meaning) {
    Request<T> request = plain(bytes, meaning);
    return (link, exchange, byText) -> request.over(link, exchange, byText).confirmedBy(replicas);
  }

  private static <T extends @Nullable Object> Request<T> plain(
      Supplier<CommandBytes> bytes, Meaning<T> meaning) {
    return (link, exchange, byText) ->
        new RespCommand<>(exchange, link, bytes.get(), false, meaning);
  }

  /** A script by its digest, or by its text where the server has forgotten it. */
  private <T extends @Nullable Object> Request<T> script(
      Script script, List<String> keys, Meaning<T> meaning, Object... arguments) {
    return (link, exchange, byText) ->
        new RespCommand<>(
                exchange, link, evaluation(script, byText, keys, arguments), true, meaning)
            .confirmedBy(replicas);
  }

  private CommandBytes evaluation(
      Script script, boolean byText, List<String> keys, Object... arguments) {
    Object[] words = new Object[3 + keys.size() + arguments.length];
    words[0] = byText ? "EVAL" : "EVALSHA";
    words[1] = byText ? script.text() : script.digest();
    words[2] = Integer.toString(keys.size());
    for (int i = 0; i < keys.size(); i++) {
      words[3 + i] = sent(keys.get(i));
    }
    System.arraycopy(arguments, 0, words, 3 + keys.size(), arguments.length);
    return new CommandBytes(words);
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
