package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.RecordException;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.routing.NodeRouter;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.FieldVersions;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.ChunkLimits;
import io.holdfast.core.storage.ChunkedStore;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.transcoder.kit.Misbehaviour;
import io.holdfast.sessions.fallback.DiskFallback;
import io.holdfast.sessions.fallback.KeptInMemory;
import io.holdfast.sessions.model.FailsOnce;
import io.holdfast.sessions.model.FailsWhenRead;
import io.holdfast.sessions.model.Nodes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Tomcats, nodes and sessions of one {@link Scene}. A step is a subject, a verb and its words: of a
 * Tomcat ({@code t1}), a node ({@code n1}, {@code nodes} for all, {@code first(s)} and {@code
 * other(n1)}), an instance of a session by the name that a step gave it ({@code A = t1 begins s}),
 * the clock, or {@code site}, which says what the Tomcats are like that come after it. Behind an
 * arrow stands what the step yields; the name of an object means that very object. {@code before n1
 * stores: …} has steps happen once in the middle of another one, {@code whenever} each time.
 */
final class Stage {

  private static final TimeToLive LONG = new TimeToLive(3_600);

  private final Map<String, String> values;
  private final Map<String, List<String>> definitions;
  private final Map<String, Object> named = new HashMap<>();
  private final Map<String, StickyTomcat> tomcats = new HashMap<>();
  private final Map<String, CutLine> lines = new HashMap<>();
  private final Map<String, String> site =
      new HashMap<>(Map.of("copies", "2", "granularity", "attribute"));
  private final KeptInMemory files = new KeptInMemory();
  private final Set<Object> lostLeases = new HashSet<>();
  private final Set<String> pending = new HashSet<>();
  private @Nullable Nodes nodes;

  Stage(Scene scene) {
    values = new HashMap<>(scene.values());
    definitions = scene.definitions();
    site.putAll(values);
  }

  void play(List<String> steps) {
    steps.forEach(this::step);
  }

  /** Fails if something was to happen before a step that never came. */
  void close() {
    assertEquals(Set.of(), pending, "never happened");
  }

  private void step(String written) {
    String step = written;
    for (Map.Entry<String, String> value : values.entrySet()) {
      step = step.replace("$" + value.getKey(), value.getValue());
    }
    String[] words = step.split(" +", -1);
    List<String> defined = definitions.get(words[0]);
    if (defined != null) {
      for (int i = 1; i < words.length; i++) {
        values.put(String.valueOf(i), words[i]);
      }
      play(defined);
    } else if (words[0].equals("each-node")) {
      for (String node : nodes().ids()) {
        values.put("n", node);
        play(List.of(written.substring("each-node ".length()).split(", *")));
      }
    } else if (words[0].equals("before") || words[0].equals("whenever")) {
      interject(step, words[1], words[2].replace(":", ""), step.split(": ", 2)[1]);
    } else {
      String[] sides = step.split(" -> ", -1);
      check(step, perform(step, sides[0].split(" +", -1)), sides);
    }
  }

  private @Nullable Object perform(String step, String[] words) {
    try {
      if (words.length < 3 || !words[1].equals("=")) {
        return settled(take(words));
      }
      Object yielded = take(Arrays.copyOfRange(words, 2, words.length));
      named.put(words[0], Objects.requireNonNull(yielded));
      return null;
    } catch (RuntimeException e) {
      throw new AssertionError(step + ": " + e, e);
    }
  }

  private static @Nullable Object settled(@Nullable Object yielded) {
    return yielded instanceof CompletableFuture<?> future ? EngineTomcat.now(future) : yielded;
  }

  private void check(String step, @Nullable Object yielded, String[] sides) {
    if (sides.length == 1) {
      return;
    }
    String expected = sides[1];
    Object known = named.get(expected.replace("not ", ""));
    if (expected.startsWith("above ")) {
      long least = (Long) Objects.requireNonNull(property(expected.substring("above ".length())));
      assertTrue(Objects.requireNonNull((Long) yielded) > least, step);
    } else if (known instanceof Long || known instanceof byte[] || known instanceof String) {
      assertEquals(shown(known), shown(yielded), step);
    } else if (known == null) {
      assertEquals(
          shown(expected.contains(".") ? property(expected) : value(expected)),
          shown(yielded),
          step);
    } else if (expected.startsWith("not ")) {
      assertNotSame(known, yielded, step);
    } else {
      assertSame(known, yielded, step);
    }
  }

  private static String shown(@Nullable Object yielded) {
    return yielded == null
        ? "none"
        : yielded instanceof byte[] bytes
            ? Arrays.toString(bytes)
            : yielded.toString().replace(", ", ",");
  }

  /** Has steps happen before a node does something: each time, or {@code before} the first. */
  private void interject(String step, String node, String verb, String then) {
    AtomicBoolean isOver = new AtomicBoolean();
    pending.add(step);
    Runnable once =
        () -> {
          if (!isOver.getAndSet(step.startsWith("before"))) {
            pending.remove(step);
            play(List.of(then.split(", *")));
          }
        };
    for (String each : ids(node)) {
      if (verb.equals("loads")) {
        nodes().get(each).onLoad(once);
      } else if (verb.equals("stores")) {
        nodes().get(each).onStore(once);
      } else {
        nodes().get(each).onStoreOf(verb, once);
      }
    }
  }

  private @Nullable Object take(String[] words) {
    String subject = words[0];
    String verb = words.length > 1 ? words[1] : "";
    List<String> rest = List.of(words).subList(Math.min(2, words.length), words.length);
    if (subject.equals("site")) {
      return verb.startsWith("-")
          ? site.remove(verb.substring(1))
          : site.put(verb, String.join(" ", rest));
    } else if (subject.equals("clock")) {
      return clock(verb);
    } else if (subject.equals("throw")) {
      throw new AssertionError("told to fail");
    } else if (subject.equals("value")) {
      return value(verb);
    } else if (subject.equals("files")) {
      return ofFiles(verb, rest);
    } else if (subject.matches("t\\d.*")) {
      return ofTomcats(List.of(subject.split(",")), verb, rest);
    } else if (subject.matches("nodes|n\\d(,n\\d)*|\\w+\\(\\w+\\)")) {
      return ofNodes(ids(subject), verb, rest);
    } else if (subject.contains(".")) {
      return property(subject);
    }
    return verb.isEmpty() ? thing(subject) : ofThing(thing(subject), verb, rest);
  }

  private @Nullable Object ofThing(Object thing, String verb, List<String> words) {
    if (thing instanceof FakeInstance session) {
      return ofInstance(session, verb, words);
    } else if (thing instanceof CompletableFuture<?> future) {
      return future.isDone();
    } else if (thing instanceof AnswerState answer) {
      answer.isNowComplete();
      return null;
    } else if (thing instanceof Restless restless) {
      restless.times = Integer.parseInt(words.get(0));
      return null;
    }
    @SuppressWarnings("unchecked")
    List<Object> list = (List<Object>) thing;
    return list.add(value(words.get(0)));
  }

  private static Duration duration(String text) {
    return text.endsWith("ms")
        ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
        : Duration.parse(text.endsWith("d") ? "P" + text : "PT" + text);
  }

  private Object clock(String by) {
    if (!by.isEmpty()) {
      nodes().clock.advance(duration(by));
    }
    return nodes().clock.millis();
  }

  // ---- Tomcats ----

  private StickyTomcat tomcat(String name) {
    StickyTomcat known = tomcats.get(name);
    if (known == null) {
      known = started(name);
      tomcats.put(name, known);
    }
    return known;
  }

  private StickyTomcat started(String name) {
    Map<String, NodeStore> stores = new TreeMap<>();
    Random random = new Random(name.hashCode());
    nodes()
        .stores()
        .forEach(
            (id, store) -> {
              CutLine line = new CutLine(store);
              lines.put(name + " " + id, line);
              stores.put(id, site.containsKey("lines") ? line : chunked(id, store, random));
            });
    return new StickyTomcat(
        EngineTomcat.of(
            stores,
            Integer.parseInt(site.getOrDefault("copies", "2")),
            Granularity.valueOf(site.getOrDefault("granularity", "").toUpperCase(Locale.ROOT)),
            "yes".equals(site.get("sticky")),
            site.containsKey("files") ? files : DiskFallback.NONE,
            random,
            ahead()),
        nodes());
  }

  /** The time by a Tomcat's clock, which may be ahead of the nodes'. */
  private InstantSource ahead() {
    Duration by = duration(site.getOrDefault("ahead", "0s"));
    return by.isZero() ? nodes().clock : () -> nodes().clock.instant().plus(by);
  }

  private NodeStore chunked(String id, NodeStore store, Random random) {
    return site.containsKey("chunks")
        ? new ChunkedStore(
            id, store, new ChunkLimits(1_000, 20_000, 4_000), random, new SessionMetrics(true))
        : store;
  }

  /** Of several Tomcats, one after the other, the last one's counts. */
  private @Nullable Object ofTomcats(List<String> names, String verb, List<String> words) {
    Object last = null;
    for (String name : names) {
      last = ofTomcat(tomcat(name), verb, words);
    }
    return last;
  }

  private @Nullable Object ofTomcat(StickyTomcat tomcat, String verb, List<String> words) {
    EngineTomcat engine = tomcat.engine;
    String first = words.isEmpty() ? "" : words.get(0);
    List<String> rest = words.subList(Math.min(1, words.size()), words.size());
    return switch (verb) {
      case "creates" -> changed(engine.create(first), rest);
      case "stores" -> engine.endLater(changed(engine.create(first), rest));
      case "has" -> engine.local.get(first);
      case "finds" -> settled(engine.findLater(first, false));
      case "begins" -> begun(tomcat, words);
      case "requests" -> {
        FakeInstance session = Objects.requireNonNull(begun(tomcat, words), "no session");
        List<String> changes = words.stream().filter(word -> word.matches("-\\w+|.+=.*")).toList();
        yield engine.endLater(changed(session, changes));
      }
      case "reads" -> read(tomcat, words);
      case "ends" -> engine.endLater(instance(engine, first));
      case "saves" -> engine.shared.save(instance(engine, first));
      case "stops" -> engine.shared.saveAtStop(instance(engine, first));
      case "unsaved" -> engine.shared.unsaved(instance(engine, first));
      case "returns" -> engine.shared.putBack((SessionSnapshot) thing(first));
      case "looks" -> {
        FakeInstance known = rest.isEmpty() ? null : instance(engine, rest.get(0));
        yield found(EngineTomcat.now(engine.shared.look(new SessionId(first), known, false)).get());
      }
      case "beside" -> engine.shared.beside(instance(engine, first));
      case "offloads" -> engine.shared.offload(instance(engine, first));
      case "repairs" -> repaired(engine, first);
      case "expires" -> engine.shared.expire(instance(engine, first));
      case "ended" -> engine.shared.end(instance(engine, first));
      case "renames" -> {
        SessionId former = instance(engine, first).sessionId();
        instance(engine, first).changeId(new SessionId(rest.get(0)));
        yield engine.shared.renamed(instance(engine, first), former);
      }
      case "renamed" -> engine.shared.renamed(instance(engine, first), new SessionId(rest.get(0)));
      case "rekeys" -> tomcat.changeId(instance(engine, first), rest.get(0));
      case "owes" -> engine.shared.unfinishedEnds().stream().map(SessionId::value).toList();
      case "knows" -> engine.shared.ended().stream().map(SessionId::value).toList();
      case "due" -> engine.timer.untilNext();
      case "is-due" -> engine.shared.isEndDue(instance(engine, first));
      case "progress" -> tomcat.resync.progress().waiting() + "," + tomcat.resync.progress().done();
      case "counts" -> engine.count(Metric.valueOf(first));
      default -> {
        happen(tomcat, verb, words);
        yield null;
      }
    };
  }

  private void happen(StickyTomcat tomcat, String verb, List<String> words) {
    EngineTomcat engine = tomcat.engine;
    String first = words.isEmpty() ? "" : words.get(0);
    switch (verb) {
      case "invalidates" -> engine.invalidate(inUse(engine, first));
      case "logs-out" -> tomcat.invalidate(inUse(engine, first));
      case "began" -> engine.shared.requestBegan(instance(engine, first));
      case "drops" -> engine.shared.giveUpObjects(instance(engine, first), value -> false);
      case "nodes-changed" -> {
        var unused = tomcat.resync.nodesChanged(Set.of());
        tomcat.settle();
      }
      case "leaves" -> engine.left(instance(engine, first));
      case "forgets" -> engine.local.remove(first);
      case "misses" -> ids(first).forEach(id -> engine.health.watch(id).disconnected("told to"));
      case "meets" -> ids(first).forEach(id -> engine.health.watch(id).succeeded());
      case "rejoins" -> rejoined(engine, ids(first));
      case "hears" -> engine.shared.nodeReturned();
      case "loses" -> ids(first).forEach(tomcat::lose);
      case "regains" -> ids(first).forEach(tomcat::returned);
      case "reconnects" -> ids(first).forEach(tomcat::reconnected);
      case "settles" -> tomcat.settle();
      case "repeats-ends" -> {
        tomcat.resync.repeatEnds();
        tomcat.settle();
      }
      case "sweeps" -> {
        tomcat.resync.stragglers();
        tomcat.settle();
      }
      case "waits" -> engine.timer.advance(duration(first));
      case "line" -> line(tomcat, first).become(CutLine.State.valueOf(words.get(1)));
      default -> throw new IllegalArgumentException("no verb of a Tomcat: " + verb);
    }
  }

  /** Some of the nodes may have counted as lost. */
  private void rejoined(EngineTomcat engine, List<String> ids) {
    for (String id : ids) {
      if (!engine.health.isAvailable(id)) {
        engine.health.watch(id).succeeded();
        repaired(engine, "all");
      }
    }
  }

  private static String found(LoadedSession found) {
    return found instanceof LoadedSession.Nothing nothing
        ? "nothing" + new TreeSet<>(nothing.unreachable())
        : found instanceof LoadedSession.Local ? "local" : "fresh";
  }

  private CutLine line(StickyTomcat tomcat, String node) {
    String name =
        tomcats.entrySet().stream()
            .filter(entry -> entry.getValue() == tomcat)
            .findFirst()
            .orElseThrow()
            .getKey();
    return Objects.requireNonNull(lines.get(name + " " + node));
  }

  /** Begins a request: {@code own} if it names the Tomcat, {@code over} if it named another one. */
  private static @Nullable FakeInstance begun(StickyTomcat tomcat, List<String> words) {
    EngineTomcat engine = tomcat.engine;
    String id = words.get(Math.min(1, words.size() - 1));
    return switch (words.get(0)) {
      case "own" -> tomcat.arrive(id);
      case "over" -> tomcat.takeOver(id);
      case "leased" -> EngineTomcat.now(engine.beginLater(id, true));
      case "alone" -> EngineTomcat.now(engine.beginAloneLater(id));
      default -> engine.begin(words.get(0));
    };
  }

  private static @Nullable Object read(StickyTomcat tomcat, List<String> words) {
    FakeInstance session = begun(tomcat, words);
    if (session == null) {
      return null;
    }
    Object value = session.get(words.get(words.size() - 1));
    tomcat.engine.end(session);
    return value;
  }

  private @Nullable Object repaired(EngineTomcat engine, String what) {
    if (what.equals("owed")) {
      engine.shared.unfinishedEnds().forEach(id -> EngineTomcat.now(engine.shared.repairEnd(id)));
      return null;
    } else if (!what.equals("ends") && !what.equals("all")) {
      return engine.shared.repair(instance(engine, what));
    }
    engine.shared.nodeReturned();
    engine.shared.ended().forEach(id -> EngineTomcat.now(engine.shared.repairEnd(id)));
    if (what.equals("all")) {
      List.copyOf(engine.local.values())
          .forEach(session -> EngineTomcat.now(engine.shared.repair(session)));
    }
    return null;
  }

  private Object thing(String name) {
    return Objects.requireNonNull(named.get(name), name);
  }

  /** By its name in the scene, or the one that the Tomcat has for an id. */
  private FakeInstance instance(EngineTomcat engine, String name) {
    return named.get(name) instanceof FakeInstance known
        ? known
        : Objects.requireNonNull(engine.local.get(name), name);
  }

  private FakeInstance inUse(EngineTomcat engine, String name) {
    return named.get(name) instanceof FakeInstance known
        ? known
        : Objects.requireNonNull(engine.begin(name), name);
  }

  // ---- instances of sessions ----

  private @Nullable Object ofInstance(FakeInstance session, String verb, List<String> words) {
    InstanceUse use = session.instanceState().use();
    switch (verb) {
      case "shows" -> {
        Object shown = session.get(words.get(0));
        return words.size() == 1
            ? shown
            : ((List<?>) Objects.requireNonNull(shown)).get(Integer.parseInt(words.get(1)));
      }
      case "asked-by" -> {
        AnswerState answer = new AnswerState();
        named.put(words.get(0), answer);
        session.instanceAttributes().askedBy(() -> answer);
      }
      case "sets" -> changed(session, words);
      case "works" -> session.access(nodes().clock.millis());
      case "rests" -> use.accessEnded();
      case "finishes" -> use.requestFinishing();
      case "answered" -> use.requestAnswered();
      case "outside" -> use.changedOutside();
      case "refused" -> session.instanceState().saves().giveUp();
      case "leased" -> use.leased(() -> lostLeases.contains(session));
      case "unleased" -> lostLeases.add(session);
      case "unanswered" -> session.instanceState().unanswered();
      case "unsaved" -> session.instanceState().toBeSaved();
      case "lost" -> session.instanceState().lostEverywhere();
      case "over" -> session.end();
      case "meanwhile" -> session.meanwhile(() -> step(String.join(" ", words)));
      default -> throw new IllegalArgumentException("no verb of an instance: " + verb);
    }
    return null;
  }

  /**
   * Makes changes as a request does: {@code a=1}, {@code -a}, {@code list+=x}, {@code @user=ann}.
   */
  private FakeInstance changed(FakeInstance session, List<String> changes) {
    for (String change : changes) {
      String[] sides = change.split("\\+?=", 2);
      if (change.startsWith("-")) {
        session.removeAttribute(change.substring(1));
      } else if (change.contains("+=")) {
        listOf(session, sides[0]).add(sides[1]);
      } else if (change.startsWith("@")) {
        header(session, sides[0], value(sides[1]));
      } else {
        session.set(sides[0], Objects.requireNonNull(value(sides[1])));
      }
    }
    return session;
  }

  @SuppressWarnings("unchecked")
  private static List<Object> listOf(FakeInstance session, String name) {
    return (List<Object>) Objects.requireNonNull(session.get(name));
  }

  private static void header(FakeInstance session, String name, @Nullable Object value) {
    switch (name) {
      case "@note" -> session.note(value);
      case "@interval" -> session.setMaxInactiveInterval(Integer.parseInt(String.valueOf(value)));
      case "@id" -> session.changeId(new SessionId(String.valueOf(value)));
      default -> {
        if (value == null) {
          session.logOut();
        } else {
          session.logIn(name.substring(1), value);
        }
      }
    }
  }

  private @Nullable Object value(String text) {
    if (text.startsWith("[")) {
      String elements = text.substring(1, text.length() - 1);
      return new ArrayList<>(elements.isEmpty() ? List.of() : List.of(elements.split(",")));
    } else if (text.contains("*")) {
      String[] sides = text.split("\\*", -1);
      return sides[0].repeat(Integer.parseInt(sides[1]));
    }
    return switch (text) {
      case "none" -> null;
      case "!throws" -> Misbehaviour.THROWS_AN_ERROR.attribute();
      case "!fails-once" -> new FailsOnce();
      case "!unreadable" -> new FailsWhenRead();
      case "!object" -> new Object();
      case "!restless" -> new Restless(0);
      case "!six-times-restless" -> new Restless(6);
      default -> named.getOrDefault(text, text);
    };
  }

  private @Nullable Object property(String path) {
    int dot = path.indexOf('.');
    FakeInstance session = (FakeInstance) thing(path.substring(0, dot));
    InstanceState state = session.instanceState();
    return switch (path.substring(dot + 1)) {
      case "created" -> session.times().creationTime();
      case "accessed" -> session.times().thisAccessedTime();
      case "last" -> session.times().lastAccessedTime();
      case "interval" -> session.times().maxInactiveInterval();
      case "user" -> session.principal();
      case "type" -> session.authType();
      case "note" -> session.storableNotes();
      case "settled" -> InstanceChanges.isSettled(session);
      case "mayDiffer" -> InstanceChanges.mayDiffer(session);
      case "ended" -> state.hasEnded();
      case "straggler" -> state.isStraggler();
      case "open" -> state.isEndOpen();
      case "based" -> state.base() != null;
      case "away" -> session.instanceAttributes().isAway();
      case "bytes" -> KeptBytes.in(session).isEmpty() ? "none" : "some";
      default -> throw new IllegalArgumentException(path);
    };
  }

  // ---- nodes and files ----

  private Nodes nodes() {
    if (nodes == null) {
      nodes = new Nodes(site.getOrDefault("nodes", "n1 n2").split("[ ,]", -1));
    }
    return nodes;
  }

  /**
   * Those that a word means: {@code first(s)} decides about a session, {@code second(s)} follows.
   */
  private List<String> ids(String word) {
    if (word.equals("nodes")) {
      return nodes().ids();
    } else if (!word.contains("(")) {
      return List.of(word.split(",", -1));
    }
    String of = word.substring(word.indexOf('(') + 1, word.length() - 1);
    List<String> order = new NodeRouter(nodes().ids()).order(of);
    return switch (word.substring(0, word.indexOf('('))) {
      case "first" -> List.of(order.get(0));
      case "second" -> List.of(order.get(1));
      case "third" -> List.of(order.get(2));
      default -> nodes().ids().stream().filter(id -> !id.equals(of)).toList();
    };
  }

  private @Nullable Object ofNodes(List<String> ids, String verb, List<String> words) {
    String first = words.isEmpty() ? "" : words.get(0);
    List<FaultyStore> all = ids.stream().map(nodes()::get).toList();
    FaultyStore one = all.get(0);
    switch (verb) {
      case "fail" -> all.forEach(node -> node.failWith(Reason.valueOf(first)));
      case "heal" -> all.forEach(FaultyStore::heal);
      case "wipe" -> all.forEach(FaultyStore::wipe);
      case "freeze" -> all.forEach(FaultyStore::freeze);
      case "thaw" -> all.forEach(FaultyStore::thaw);
      case "time-out" -> all.forEach(FaultyStore::timeOut);
      case "calm" -> all.forEach(node -> node.onStore(() -> {}));
      case "clear" -> all.forEach(FaultyStore::clearOperations);
      case "tell-no-versions" -> all.forEach(FaultyStore::reportNoVersions);
      case "put" ->
          all.forEach(
              node ->
                  EngineTomcat.now(
                      node.store(
                          first, bytes(thing(words.get(1))), LONG, WriteCondition.always())));
      case "delete" -> all.forEach(node -> EngineTomcat.now(node.delete(first)));
      case "lose-chunk" -> all.forEach(node -> loseChunk(node, first));
      case "have" -> {
        return all.stream().allMatch(node -> node.keys().contains(first));
      }
      case "hold" -> {
        return all.stream().filter(node -> EngineTomcat.now(node.load(first)) != null).count();
      }
      case "keys" -> {
        return one.keys().stream().filter(key -> !key.contains(":")).sorted().toList();
      }
      case "bytes" -> {
        return found(one, first).bytes();
      }
      case "tombstone" -> {
        return tombstone(found(one, first).bytes());
      }
      case "lasts" -> {
        Instant until = one.expiryOf(first);
        return until == null ? null : until.getEpochSecond() - nodes().clock.millis() / 1_000;
      }
      case "sent" -> {
        String operation = String.join(" ", words);
        return all.stream()
            .flatMap(node -> node.operations().stream())
            .filter(each -> first.isEmpty() || (each + " ").startsWith(operation + " "))
            .count();
      }
      default -> throw new IllegalArgumentException("no verb of a node: " + verb);
    }
    return null;
  }

  private static byte[] bytes(Object thing) {
    return thing instanceof byte[] bytes
        ? bytes
        : thing.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static StoredValue found(FaultyStore node, String key) {
    return Objects.requireNonNull(EngineTomcat.now(node.load(key)));
  }

  private static @Nullable Object tombstone(byte[] bytes) {
    try {
      return Tombstone.isTombstone(bytes) ? Tombstone.decode(bytes).creationTime() : null;
    } catch (RecordException e) {
      throw new AssertionError(e);
    }
  }

  /** A node evicts the chunks of a large record one by one. */
  private static void loseChunk(FaultyStore node, String id) {
    int length = StorageKeys.partKeyOf(id, 0, 0).length();
    String chunk =
        node.keys().stream().filter(key -> key.length() == length).findFirst().orElseThrow();
    assertTrue(EngineTomcat.now(node.delete(chunk)));
  }

  private @Nullable Object ofFiles(String verb, List<String> words) {
    switch (verb) {
      case "stored" -> {
        return files.stored;
      }
      case "ended" -> {
        return files.ended;
      }
      case "unreadable" -> {
        return files.unreadable;
      }
      case "keep" -> files.put((SessionSnapshot) thing(words.get(0)));
      case "damage" -> named.put(words.get(0), undecodable((SessionSnapshot) thing(words.get(0))));
      case "put-back" -> files.putBack(((SessionSnapshot) thing(words.get(0))).id());
      default -> throw new IllegalArgumentException("no verb of files: " + verb);
    }
    return null;
  }

  private static SessionSnapshot undecodable(SessionSnapshot kept) {
    Bytes nonsense = Bytes.wrap(new byte[] {1, 2});
    return new SessionSnapshot(
        kept.id(),
        kept.lineage(),
        FieldVersions.NONE,
        kept.times(),
        null,
        nonsense,
        Bytes.EMPTY,
        new EncodedAttributes.Together(nonsense));
  }
}
