package io.holdfast.core.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.record.ChunkManifest;
import io.holdfast.core.seal.Sealer;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.testkit.Await;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plays scenes of stores, a scene a line: {@code put k one; v = get k -> one; cas k two v}.
 *
 * <p>A step is an operation, what it must yield behind the arrow (alternatives behind {@code |}),
 * and a name for the version that it yields. Without an arrow it must not fail. An operation of
 * another store begins with that store's name. {@code await} repeats a step until it yields that. A
 * value {@code #3000} is so many bytes at random, {@code x*241} so many letters. Behind {@code each
 * a b:} the scene is played for each of these words, as {@code $}.
 */
public final class StorePlay {

  private static final TimeToLive HOUR = new TimeToLive(3_600);
  private static final int LARGE = 10_000;
  private static final Pattern STEP = Pattern.compile("(?:(\\w+) = )?(.*?)(?: -> (.*))?");
  private static final Pattern REPEATED = Pattern.compile("(.*)\\*(\\d+)");

  private final NodeStore store;
  private final Map<String, Supplier<? extends NodeStore>> stores = new HashMap<>();
  private final Map<String, Function<String, Object>> commands = new HashMap<>();
  private final Map<String, Long> versions = new HashMap<>();
  private final Map<String, CompletableFuture<Outcome>> started = new HashMap<>();
  private ReadBehind behind = new ReadBehind("r", "r:a", null);

  private record Outcome(String text, long version) {
    Outcome(Object said) {
      this(String.valueOf(said), WriteResult.UNKNOWN);
    }
  }

  /** A player of scenes of this store. */
  public StorePlay(NodeStore store) {
    this.store = store;
  }

  /** The scenes of a text. */
  public static Stream<String> scenes(String text) {
    return text.lines()
        .filter(line -> !line.isEmpty() && !line.startsWith("# "))
        .flatMap(
            line -> {
              String[] each = line.split(": ", 2);
              return line.startsWith("each ")
                  ? Arrays.stream(each[0].substring(5).split(" "))
                      .map(word -> each[1].replace("$", word))
                  : Stream.of(line);
            });
  }

  /** Names another store. */
  StorePlay with(String name, Supplier<? extends NodeStore> other) {
    stores.put(name, other);
    return this;
  }

  /** Names a step of the test; it gets what stands behind its name. */
  public StorePlay with(String name, Function<String, Object> command) {
    commands.put(name, command);
    return this;
  }

  /** Takes the steps of a scene. */
  public void play(String scene) {
    take(scene, "; ");
  }

  private void take(String steps, String separator) {
    for (String each : steps.split(separator)) {
      Matcher step = STEP.matcher(each);
      assertTrue(step.matches(), each);
      String expected = step.group(3);
      if (step.group(2).startsWith("await ")) {
        String repeated = step.group(2).substring("await ".length());
        Await.until(each, () -> outcomes(repeated).get(0).text.equals(expected));
        continue;
      }
      for (Outcome outcome : outcomes(step.group(2))) {
        if (step.group(1) != null) {
          versions.put(step.group(1), outcome.version);
        }
        if (expected == null) {
          assertFalse(isFailure(outcome.text), () -> each + " yielded " + outcome.text);
        } else {
          assertTrue(
              List.of(expected.split("\\|")).contains(outcome.text),
              () -> each + " yielded " + outcome.text);
        }
      }
    }
  }

  private static boolean isFailure(String text) {
    return List.of("conflict", "false").contains(text)
        || Arrays.stream(Reason.values()).anyMatch(reason -> reason.name().equals(text));
  }

  private List<Outcome> outcomes(String step) {
    String[] words = step.split(" ", 2);
    String rest = words.length == 1 ? "" : words[1];
    String[] args = rest.split(" ");
    switch (words[0]) {
      case "start" -> started.put(args[0], send(rest.split(" ", 2)[1]));
      case "end" -> {
        return List.of(end(Objects.requireNonNull(started.get(args[0]))));
      }
      case "same" -> assertEquals(version(args[0]), version(args[1]), step);
      case "differ" -> assertNotEquals(version(args[0]), version(args[1]), step);
      case "sameOrUnknown" ->
          assertTrue(
              List.of(WriteResult.UNKNOWN, version(args[1])).contains(version(args[0])), step);
      case "ask" -> {
        return Stream.of(
                new KnownValue(version(args[2]), LARGE, false),
                new KnownValue(version(args[2]), LARGE, true),
                new KnownValue(version(args[2]), 1, false))
            .map(known -> end(compare(store, args[0], args[1], known)))
            .toList();
      }
      default -> {
        Function<String, Object> command = commands.get(words[0]);
        return List.of(command == null ? end(send(step)) : new Outcome(command.apply(rest)));
      }
    }
    return List.of(new Outcome("done"));
  }

  private CompletableFuture<Outcome> send(String step) {
    String[] words = step.split(" ", 2);
    Supplier<? extends NodeStore> other = stores.get(words[0]);
    return other == null ? send(store, step) : send(other.get(), words[1]);
  }

  private CompletableFuture<Outcome> send(NodeStore to, String step) {
    String[] words = step.split(" ");
    String key = words.length == 1 ? "" : value(words[1]);
    return switch (words[0]) {
      case "put" -> write(to, key, words, 3, WriteCondition.always());
      case "add" -> write(to, key, words, 3, WriteCondition.ifAbsent());
      case "cas" -> write(to, key, words, 4, WriteCondition.ifVersion(version(words[3])));
      case "over" -> {
        WriteCondition condition = WriteCondition.ifVersion(version(words[2]));
        yield to.store(key, new byte[0], TimeToLive.OVER, condition).thenApply(StorePlay::told);
      }
      case "get" -> to.load(key).thenApply(StorePlay::told);
      case "pair" -> compare(to, key, words[2], KnownValue.NONE);
      case "compare" -> compare(to, key, words[2], new KnownValue(version(words[3]), LARGE, false));
      case "touch" -> to.touch(key, HOUR).thenApply(Outcome::new);
      case "delete" -> to.delete(key).thenApply(Outcome::new);
      case "renew" -> to.renewVersion(key).thenApply(Outcome::new);
      case "append" -> to.append(key, bytes(words[2])).thenApply(Outcome::new);
      case "close" -> {
        to.close();
        yield CompletableFuture.completedFuture(new Outcome("done"));
      }
      // a write with a read of r and r:a behind it, and writes of the same kind without
      case "lease" -> {
        KnownValue known =
            words.length == 3 ? null : new KnownValue(version(words[3]), LARGE, words.length == 5);
        behind = new ReadBehind("r", "r:a", known);
        yield lease(to, key, words[2], HOUR, WriteCondition.ifAbsent(), behind);
      }
      case "shortLease" -> {
        behind = new ReadBehind("r", "r:a", null);
        yield lease(to, key, words[2], new TimeToLive(1), WriteCondition.ifAbsent(), behind);
      }
      case "lock" -> lease(to, key, words[2], HOUR, WriteCondition.always(), null);
      case "lockForever" ->
          lease(to, key, words[2], TimeToLive.UNLIMITED, WriteCondition.ifAbsent(), null);
      case "relock" ->
          lease(to, key, words[2], HOUR, WriteCondition.ifVersion(version(words[3])), null);
      case "behind" -> behind.found().thenApply(StorePlay::told);
      case "ends" -> behind.found().handle((found, failure) -> new Outcome("done"));
      default -> CompletableFuture.completedFuture(new Outcome(direct((FaultyStore) to, step)));
    };
  }

  /** What a test does to a node, and sees of it. */
  private Object direct(FaultyStore node, String step) {
    String[] words = step.split(" ", 2);
    switch (words[0]) {
      case "fail" -> node.failWith(Reason.valueOf(words[1]));
      case "heal" -> node.heal();
      case "freeze" -> node.freeze();
      case "thaw" -> node.thaw();
      case "timeOut" -> node.timeOut();
      case "forget" -> node.clearOperations();
      case "onStore" -> node.onStore(events(words[1]));
      case "onLoad" -> node.onLoad(events(words[1]));
      case "sent" -> {
        return joined(node.operations().stream());
      }
      case "sentCount" -> {
        return node.operations().size();
      }
      case "keys" -> {
        return joined(node.keys().stream().sorted());
      }
      case "count" -> {
        return node.keys().size();
      }
      default -> throw new IllegalArgumentException(step);
    }
    return "done";
  }

  private static String joined(Stream<String> all) {
    String joined = all.collect(Collectors.joining(", "));
    return joined.isEmpty() ? "none" : joined;
  }

  /** At the operations of these numbers, counted from here, steps; {@code 2 5: put k a, heal}. */
  private Runnable events(String numbersAndSteps) {
    String[] parts = numbersAndSteps.split(": ", 2);
    List<String> numbers = List.of(parts[0].split(" "));
    AtomicInteger count = new AtomicInteger();
    return () -> {
      if (numbers.contains(String.valueOf(count.incrementAndGet()))) {
        take(parts[1], ", ");
      }
    };
  }

  private CompletableFuture<Outcome> write(
      NodeStore to, String key, String[] words, int from, WriteCondition condition) {
    TimeToLive time = words.length > from ? new TimeToLive(Long.parseLong(words[from])) : HOUR;
    return to.store(key, bytes(words[2]), time, condition).thenApply(StorePlay::told);
  }

  private static CompletableFuture<Outcome> lease(
      NodeStore to,
      String key,
      String value,
      TimeToLive time,
      WriteCondition condition,
      @Nullable ReadBehind behind) {
    return to.storeThenRead(key, bytes(value), time, condition, behind).thenApply(StorePlay::told);
  }

  private static CompletableFuture<Outcome> compare(
      NodeStore to, String key, String beside, KnownValue known) {
    return to.loadPairIfChanged(key, beside, known).thenApply(StorePlay::told);
  }

  private static Outcome told(WriteResult result) {
    return new Outcome(result.isStored() ? "stored" : "conflict", result.version());
  }

  private static Outcome told(@Nullable StoredValue value) {
    return new Outcome(text(value), value == null ? WriteResult.UNKNOWN : value.version());
  }

  private static Outcome told(PairAnswer answer) {
    if (answer instanceof PairAnswer.Unchanged unchanged) {
      return new Outcome("unchanged " + text(unchanged.beside()), unchanged.version());
    }
    if (answer instanceof PairAnswer.Read read) {
      Outcome value = told(read.pair().value());
      return new Outcome(value.text + " " + text(read.pair().beside()), value.version);
    }
    return new Outcome("changed");
  }

  private static Outcome end(CompletableFuture<Outcome> answer) {
    try {
      return answer.get(60, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNull(e.getCause());
      return new Outcome(Objects.requireNonNull(StoreException.reasonOf(cause), cause::toString));
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  private static String text(@Nullable StoredValue value) {
    if (value == null) {
      return "none";
    }
    byte[] bytes = value.bytes();
    if (bytes.length >= 10 && Arrays.equals(bytes, random(bytes.length))) {
      return "#" + bytes.length;
    }
    if (Sealer.isSealed(bytes)) {
      return "sealed";
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    return ChunkManifest.isHead(bytes) ? "head" : text.isEmpty() ? "empty" : text;
  }

  private static byte[] bytes(String value) {
    return value.startsWith("#")
        ? random(Integer.parseInt(value.substring(1)))
        : value(value).getBytes(StandardCharsets.UTF_8);
  }

  private static String value(String value) {
    Matcher repeated = REPEATED.matcher(value);
    return repeated.matches()
        ? repeated.group(1).repeat(Integer.parseInt(repeated.group(2)))
        : value;
  }

  static byte[] random(int size) {
    byte[] value = new byte[size];
    new Random(size).nextBytes(value);
    return value;
  }

  private long version(String name) {
    return name.matches("\\d+")
        ? Long.parseLong(name)
        : Objects.requireNonNull(versions.get(name), name);
  }
}
