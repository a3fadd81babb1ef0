package io.holdfast.sessions.explore;

import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoreException;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.TestClock;
import io.holdfast.sessions.engine.EngineTomcat;
import io.holdfast.sessions.engine.FakeInstance;
import io.holdfast.sessions.explore.Answer.Outcome;
import io.holdfast.sessions.explore.Event.Kind;
import io.holdfast.sessions.explore.SimulatedTomcat.Link;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** A few Tomcats and nodes in which only one thing happens at a time, and only when told. */
final class World {

  static final String SESSION = "s";
  private static final String ACCESS_SUFFIX = ":a";
  private static final String LEASE_SUFFIX = ":l";
  private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");
  private static final int ENOUGH = 10_000;

  /** A thread that encodes a session knows that it does. */
  private static final Executor OTHER_THREAD =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "during-encode");
            thread.setDaemon(true);
            return thread;
          });

  final Scenario scene;
  final TestClock clock = new TestClock(BEGINNING);
  final List<SimulatedNode> nodes = new ArrayList<>();
  final List<SimulatedTomcat> tomcats = new ArrayList<>();
  final List<Client> clients = new ArrayList<>();

  /** What no Tomcat waits for any more and what may still be carried out, with its node. */
  final List<Late> late = new ArrayList<>();

  /** Requests whose clients have their answers, and whose applications are at work. */
  final List<Behind> behindAnswers = new ArrayList<>();

  /**
   * Instances that their Tomcat has no more. It knows what it has written of them as long as they
   * are not collected, which must not be left to chance.
   */
  final List<FakeInstance> forgotten = new ArrayList<>();

  final Invariants promises;
  final Journal journal;
  int faultsLeft;
  private boolean hadSequel;
  private boolean hasStoredStragglers;
  private boolean isIdTold;
  private int passed;
  private final List<Serving> applications = new ArrayList<>();

  record Late(int node, Operation<?> operation) {}

  /**
   * An application at work behind the answer.
   *
   * @param client whose request it is, by number
   * @param turn which of its requests, by number
   * @param pause what it does next
   */
  record Behind(int tomcat, int client, int turn, CompletableFuture<Void> pause) {}

  World(Scenario scene, Protocol protocol, Journal journal) {
    this.scene = scene;
    this.journal = journal;
    this.faultsLeft = scene.faults();
    for (int i = 0; i < scene.site().nodes(); i++) {
      nodes.add(new SimulatedNode("n" + (i + 1), clock));
    }
    for (int i = 0; i < scene.site().tomcats(); i++) {
      tomcats.add(start(i, protocol));
      applications.add(new Serving(tomcats.get(i).real(), protocol, scene.site().background()));
    }
    for (List<Turn> turns : scene.clients()) {
      clients.add(new Client(this, "client " + (char) ('A' + clients.size()), SESSION, turns));
    }
    this.promises = new Invariants(this);
    new SceneBeginning(this, applications).happen();
  }

  private SimulatedTomcat start(int index, Protocol protocol) {
    SimulatedTomcat tomcat = new SimulatedTomcat(index, scene.site().nodes(), clock);
    Map<String, NodeStore> stores = new TreeMap<>();
    for (int i = 0; i < scene.site().nodes(); i++) {
      int node = i;
      Connection connection =
          new Connection(
              tomcat, protocol.isInOneStep(), operation -> send(tomcat, node, operation));
      stores.put(nodes.get(node).id, protocol.over(connection, node));
    }
    EngineTomcat real =
        EngineTomcat.uncounted(
            stores,
            scene.site().copies(),
            scene.site().granularity(),
            new PlainTranscoder(() -> encodes(index)),
            new ScriptedRandom(index + 1),
            clock,
            scene.site().background());
    if (index % 2 == 1) {
      real.giveUpObjects();
    }
    tomcat.runs(real);
    return tomcat;
  }

  /** What concerns times of access alone happens at once. */
  private void send(SimulatedTomcat tomcat, int node, Operation<?> operation) {
    if (operation.key().endsWith(ACCESS_SUFFIX)) {
      if (isReached(tomcat, node)) {
        complete(operation, tomcat, node);
      } else {
        fail(operation, node, Reason.UNAVAILABLE);
      }
      return;
    }
    tomcat.sent.get(node).addLast(operation);
  }

  /** No promise has to do with times of access unless time passes. */
  private <T> void complete(Operation<T> operation, SimulatedTomcat tomcat, int node) {
    SimulatedNode.Answer<T> answer = nodes.get(node).carryOut(operation);
    if (!scene.lapse().isNone()) {
      tomcat.learns(answer.digest());
    }
    operation.answer().complete(answer.value());
  }

  private void fail(Operation<?> operation, int node, Reason reason) {
    var unused =
        operation
            .answer()
            .completeExceptionally(
                new StoreException(reason, nodes.get(node).id, "told to fail", null));
  }

  boolean isReached(SimulatedTomcat tomcat, int node) {
    return nodes.get(node).isUp && !tomcat.isCut[node] && tomcat.links[node] == Link.ALIVE;
  }

  /** Whether all has recovered from what went wrong, and the next is still to go wrong. */
  boolean mayHaveSequel() {
    return scene.opening().hasSequel()
        && !hadSequel
        && (!scene.opening().isMendedByReading() || wasRead())
        && late.isEmpty()
        && nodes.stream().allMatch(node -> node.isUp)
        && tomcats.stream().allMatch(this::hasRecovered);
  }

  /** Who reads a session notices that a node has forgotten it, or has an older copy. */
  private boolean wasRead() {
    return clients.stream().anyMatch(client -> !client.answers.isEmpty());
  }

  private boolean hasRecovered(SimulatedTomcat tomcat) {
    boolean isWell = tomcat.isAwake() && tomcat.isIdle() && tomcat.timerDue() == null;
    for (int node = 0; node < nodes.size(); node++) {
      isWell &= isReached(tomcat, node) && tomcat.trusts(nodes.get(node).id);
    }
    return isWell;
  }

  /** The node that stayed well so far is restarted empty. */
  void sequel() {
    hadSequel = true;
    int node = (scene.opening().node() + 1) % nodes.size();
    journal.note("all is well again; then %s dies", nodes.get(node).id);
    empty(node);
  }

  /** What is away comes back, and everybody notices. */
  void recover() {
    for (int node = 0; node < nodes.size(); node++) {
      nodes.get(node).isUp = true;
      for (SimulatedTomcat tomcat : tomcats) {
        tomcat.isCut[node] = false;
        if (!tomcat.hasDied) {
          recover(tomcat, node);
        }
      }
    }
  }

  private void recover(SimulatedTomcat tomcat, int node) {
    if (tomcat.links[node] != Link.ALIVE) {
      noticeLoss(tomcat, node);
    }
    if (!tomcat.trusts(nodes.get(node).id)) {
      noticeReturn(tomcat, node);
    }
    quieten();
  }

  // ---- what happens ----

  /** Whether a client can send its next request: it must know the id of the session. */
  boolean mayAsk(Client client) {
    return !client.isWaiting
        && !client.isDone()
        && (!scene.opening().isAbsent() || isIdTold || knowsId(client.next()));
  }

  /** Who creates the session under an id of its Tomcat tells it; else each client has one. */
  private boolean knowsId(Turn turn) {
    return turn.request() instanceof Request.CreateSlowly
        || clients.stream().noneMatch(World::isToTellTheId);
  }

  private static boolean isToTellTheId(Client client) {
    return !client.isDone() && client.next().request() instanceof Request.CreateSlowly;
  }

  /** A client learns the id of the session that its request creates. */
  void told(Client client) {
    journal.note("    %s learns the id", client.name);
    isIdTold = true;
    promises.told();
    tomcats.get(client.next().tomcat()).noteAnswer();
  }

  /** A client sends its next request. */
  void ask(Client client) {
    Turn turn = client.next();
    SimulatedTomcat tomcat = tomcats.get(turn.tomcat());
    journal.note("%s: %s", client.name, turn);
    client.awaitsEncode = false;
    if (tomcat.hasDied) {
      answered(client, Answer.without(Outcome.UNANSWERED));
      return;
    }
    client.isWaiting = true;
    promises.asked(client);
    long event =
        Digest.of(Digest.of(Kind.ASK.name()), clients.indexOf(client), client.answers.size());
    tomcat.react(event, 0, false, () -> serve(client));
  }

  private void serve(Client client) {
    Turn turn = client.next();
    SimulatedTomcat tomcat = tomcats.get(turn.tomcat());
    var unused =
        applications
            .get(turn.tomcat())
            .serve(client.sessionId, turn.request(), takesLease(turn), client)
            .whenComplete(
                (answer, failure) -> {
                  tomcat.noteAnswer();
                  if (failure == null) {
                    answered(client, answer);
                  } else {
                    promises.broken(turn + " failed with " + failure);
                  }
                });
  }

  /**
   * A client sends its next request as soon as the Tomcat encodes the session.
   *
   * @param isHeard whether the encoding takes so long that the request is answered before
   */
  void askDuringEncode(Client client, boolean isHeard) {
    journal.note(
        "%s will come while the session is encoded%s", client.name, isHeard ? ", for long" : "");
    client.awaitsEncode = true;
    client.isHeardDuringEncode = isHeard;
  }

  /** A Tomcat encodes an attribute, and other threads work meanwhile. */
  private void encodes(int tomcat) {
    for (Client client : clients) {
      if (client.awaitsEncode && client.next().tomcat() == tomcat && mayAsk(client)) {
        journal.note("    %s, while the session is encoded: %s", client.name, client.next());
        client.awaitsEncode = false;
        client.isWaiting = true;
        promises.asked(client);
        CompletableFuture.runAsync(() -> serveDuringEncode(client), OTHER_THREAD).join();
      }
    }
  }

  private void serveDuringEncode(Client client) {
    SimulatedTomcat tomcat = tomcats.get(client.next().tomcat());
    serve(client);
    while (client.isHeardDuringEncode && client.isWaiting && oneQuietStep()) {
      tomcat.noteAnswer();
    }
  }

  /** As with a pattern or rules for requests that need the lease, and others that do not. */
  private boolean takesLease(Turn turn) {
    return scene.site().leased()
        && (turn.request() instanceof Request.Increment
            || turn.request() instanceof Request.CreateSlowly
            || turn.request() instanceof Request.Rename);
  }

  /** The application goes on with the request of a client. */
  void goOn(Client client) {
    SimulatedTomcat tomcat = tomcats.get(client.next().tomcat());
    CompletableFuture<Void> pause = Objects.requireNonNull(client.pause);
    client.pause = null;
    journal.note("%s goes on with the request of %s", tomcat.name, client.name);
    tomcat.react(
        Digest.of(Digest.of(Kind.GO_ON.name()), clients.indexOf(client), client.pauses),
        0,
        false,
        () -> pause.complete(null));
  }

  /** A client has its answer, and the application works for a while. */
  CompletableFuture<Void> workBehindAnswer(Client client) {
    CompletableFuture<Void> pause = new CompletableFuture<>();
    behindAnswers.add(
        new Behind(client.next().tomcat(), clients.indexOf(client), client.answers.size(), pause));
    return pause;
  }

  /** The application that is at work behind the answer to a request. */
  Behind behind(int client, int turn) {
    return behindAnswers.stream()
        .filter(each -> each.client() == client && each.turn() == turn)
        .findFirst()
        .orElseThrow();
  }

  /** The application goes on with a request whose client has the answer. */
  void goOnBehindAnswer(Behind behind) {
    SimulatedTomcat tomcat = tomcats.get(behind.tomcat());
    behindAnswers.remove(behind);
    journal.note(
        "%s goes on with the answered request of %s",
        tomcat.name, clients.get(behind.client()).name);
    tomcat.react(
        Digest.of(Digest.of(Kind.GO_ON_BEHIND.name()), behind.client(), behind.turn()),
        0,
        false,
        () -> behind.pause().complete(null));
  }

  /** Whether the wait of a client's request for its save can run out now. */
  boolean mayGiveUp(Client client) {
    return client.patience != null && tomcats.get(client.next().tomcat()).isAwake();
  }

  /** The wait of a client's request for its save runs out. */
  void giveUp(Client client) {
    SimulatedTomcat tomcat = tomcats.get(client.next().tomcat());
    CompletableFuture<Boolean> patience = Objects.requireNonNull(client.patience);
    journal.note("%s waits no longer for the save of %s", tomcat.name, client.name);
    tomcat.react(
        Digest.of(Digest.of(Kind.GIVE_UP.name()), clients.indexOf(client), client.answers.size()),
        0,
        false,
        () -> patience.complete(false));
  }

  /** Whether a Tomcat has sessions that are not where they should be, and may store them. */
  boolean mayStoreStragglers(SimulatedTomcat tomcat) {
    return scene.stragglers() && !hasStoredStragglers && tomcat.real().hasStragglers();
  }

  /** A Tomcat stores the sessions that are not where they should be. */
  void storeStragglers(SimulatedTomcat tomcat) {
    hasStoredStragglers = true;
    journal.note("%s stores its stragglers", tomcat.name);
    tomcat.react(
        Digest.of(Kind.STORE_STRAGGLERS.name()), 0, false, () -> tomcat.real().storeStragglers());
  }

  private void answered(Client client, Answer answer) {
    journal.note(
        "    %s gets %s %s%s", client.name, answer.outcome(), answer.seen(), answer.made());
    Turn turn = client.next();
    client.isWaiting = false;
    client.pause = null;
    client.patience = null;
    client.answers.add(answer);
    promises.answered(client, turn, answer);
    if (turn.request() instanceof Request.Rename rename && answer.outcome() == Outcome.DONE) {
      client.sessionId = rename.newId();
    }
  }

  /** The operation that was sent first is carried out and answered. */
  void answer(SimulatedTomcat tomcat, int node) {
    answer(tomcat, node, tomcat.sent.get(node).removeFirst());
  }

  private <T> void answer(SimulatedTomcat tomcat, int node, Operation<T> operation) {
    SimulatedNode.Answer<T> answer = nodes.get(node).carryOut(operation);
    journal.note(
        "%s %s: %s -> %s",
        tomcat.name, nodes.get(node).id, operation, Journal.of(operation.key(), answer.value()));
    boolean isRead =
        operation.verb() == Operation.Verb.LOAD || operation.verb() == Operation.Verb.RENEW;
    tomcat.react(
        operation.id(), answer.digest(), isRead, () -> operation.answer().complete(answer.value()));
  }

  /**
   * A node answers what a Tomcat asks about the lease; false if it asks for nothing of that kind.
   */
  boolean answerLease(SimulatedTomcat tomcat) {
    for (int node = 0; node < nodes.size(); node++) {
      Operation<?> first = tomcat.sent.get(node).peekFirst();
      if (first != null && first.key().endsWith(LEASE_SUFFIX) && isReached(tomcat, node)) {
        answer(tomcat, node);
        return true;
      }
    }
    return false;
  }

  /** The operation that was sent first fails; it was not carried out, or will be later. */
  void fail(SimulatedTomcat tomcat, int node, Reason reason, boolean isOnItsWay) {
    Operation<?> operation = tomcat.sent.get(node).removeFirst();
    journal.note("%s %s: %s -> fails by %s", tomcat.name, nodes.get(node).id, operation, reason);
    if (isOnItsWay) {
      late.add(new Late(node, operation));
    }
    tomcat.react(
        operation.id(),
        Digest.of(Digest.of(reason.name())),
        false,
        () -> fail(operation, node, reason));
  }

  /** A node carries out what no Tomcat waits for any more. */
  void arrive(Late one) {
    late.remove(one);
    SimulatedNode node = nodes.get(one.node);
    journal.note(
        "late %s: %s -> %s",
        node.id,
        one.operation,
        Journal.of(one.operation.key(), node.carryOut(one.operation).value()));
  }

  /** A Tomcat notices that its connection is dead; all that it waits for fails. */
  void noticeLoss(SimulatedTomcat tomcat, int node) {
    journal.note("%s notices that it lost %s", tomcat.name, nodes.get(node).id);
    Deque<Operation<?>> failing = new ArrayDeque<>(tomcat.sent.get(node));
    tomcat.sent.get(node).clear();
    tomcat.links[node] = Link.ALIVE;
    tomcat.react(
        Digest.of(Digest.of(Kind.NOTICE_LOSS.name()), node),
        0,
        false,
        () -> {
          tomcat.real().health.watch(nodes.get(node).id).disconnected("no connection");
          failing.forEach(operation -> fail(operation, node, Reason.UNAVAILABLE));
        });
  }

  /** A Tomcat notices that a node is there again. */
  void noticeReturn(SimulatedTomcat tomcat, int node) {
    journal.note("%s notices that %s is back", tomcat.name, nodes.get(node).id);
    tomcat.react(
        Digest.of(Digest.of(Kind.NOTICE_RETURN.name()), node),
        0,
        false,
        () -> {
          tomcat.real().health.watch(nodes.get(node).id).succeeded();
          tomcat.repairAll();
        });
  }

  /** Whether time can pass: no Tomcat waits for an answer. */
  boolean mayPass() {
    return passed < scene.lapse().seconds().size()
        && tomcats.stream().filter(SimulatedTomcat::isAwake).allMatch(SimulatedTomcat::isIdle);
  }

  /** Time passes without a reason. */
  void pass() {
    clock.advance(Duration.ofSeconds(scene.lapse().seconds().get(passed)));
    passed++;
    journal.note("time passes, %s", clock.instant());
  }

  /** Whether a Tomcat has sessions that seem to be over. */
  boolean mayExpire(SimulatedTomcat tomcat) {
    return !scene.lapse().isNone() && applications.get(tomcat.index).mayExpire(clock.millis());
  }

  /** A Tomcat ends the sessions that seem to be over. */
  void expire(SimulatedTomcat tomcat) {
    journal.note("%s looks for sessions that are over", tomcat.name);
    Lifetimes.Start start = promises.start();
    tomcat.react(
        Digest.of(Kind.EXPIRE.name()),
        0,
        false,
        () ->
            applications.get(tomcat.index).expireAll(clock.millis(), () -> expired(tomcat, start)));
  }

  /** A Tomcat has told its application that the session has expired. */
  void expired(SimulatedTomcat tomcat, Lifetimes.Start start) {
    journal.note("    %s tells that the session is over", tomcat.name);
    tomcat.noteAnswer();
    promises.expired(tomcat, start);
  }

  /** Time passes until a Tomcat has something to do, and it does that. */
  void timer(SimulatedTomcat tomcat) {
    Instant due = Objects.requireNonNull(tomcat.timerDue());
    if (due.isAfter(clock.instant())) {
      clock.advance(Duration.between(clock.instant(), due));
    }
    journal.note("%s timer, %s", tomcat.name, clock.instant());
    tomcat.react(
        Digest.of(Kind.TIMER.name()),
        0,
        false,
        () -> {
          Duration passed = Duration.between(tomcat.timerNow, clock.instant());
          tomcat.timerNow = clock.instant();
          tomcat.real().timer.advance(passed);
        });
  }

  /** A node's process dies. */
  void nodeDies(int node) {
    journal.note("%s dies", nodes.get(node).id);
    promises.nodeDies(node);
    empty(node);
  }

  private void empty(int node) {
    nodes.get(node).die();
    late.removeIf(one -> one.node == node);
    for (SimulatedTomcat tomcat : tomcats) {
      tomcat.links[node] = Link.DEAD;
    }
  }

  /** A node stops answering. */
  void nodeFreezes(int node) {
    journal.note("%s freezes", nodes.get(node).id);
    nodes.get(node).isUp = false;
    for (SimulatedTomcat tomcat : tomcats) {
      tomcat.links[node] = Link.SILENT;
    }
  }

  /** A node is there again. */
  void nodeReturns(int node) {
    journal.note("%s is there again", nodes.get(node).id);
    nodes.get(node).isUp = true;
  }

  /** A Tomcat does not reach a node any more. */
  void cut(SimulatedTomcat tomcat, int node) {
    journal.note("%s is cut off from %s", tomcat.name, nodes.get(node).id);
    tomcat.isCut[node] = true;
    tomcat.links[node] = Link.SILENT;
  }

  /** A Tomcat could reach a node again. */
  void mend(SimulatedTomcat tomcat, int node) {
    journal.note("%s could reach %s again", tomcat.name, nodes.get(node).id);
    tomcat.isCut[node] = false;
  }

  /** A Tomcat stops for a while. */
  void stall(SimulatedTomcat tomcat) {
    journal.note("%s stalls", tomcat.name);
    tomcat.isStalled = true;
  }

  /** A Tomcat goes on. */
  void wake(SimulatedTomcat tomcat) {
    journal.note("%s goes on", tomcat.name);
    tomcat.wake();
  }

  /** A Tomcat dies, with the requests that it serves. */
  void die(SimulatedTomcat tomcat, boolean isOnItsWay) {
    journal.note("%s dies", tomcat.name);
    tomcat.hasDied = true;
    for (int node = 0; node < nodes.size(); node++) {
      for (Operation<?> operation : tomcat.sent.get(node)) {
        if (isOnItsWay && tomcat.links[node] != Link.DEAD && operation.verb().changes()) {
          late.add(new Late(node, operation));
        }
      }
      tomcat.sent.get(node).clear();
    }
    for (Client client : clients) {
      if (client.isWaiting && client.next().tomcat() == tomcat.index) {
        answered(client, Answer.without(Outcome.UNANSWERED));
      }
    }
  }

  /** Lets everything go on without further trouble until nothing does any more. */
  void quieten() {
    for (int steps = 0; steps < ENOUGH; steps++) {
      if (!oneQuietStep()) {
        return;
      }
    }
    throw new BrokenInvariant("it never ends");
  }

  private boolean oneQuietStep() {
    for (SimulatedTomcat tomcat : tomcats) {
      for (int node = 0; node < nodes.size(); node++) {
        if (!tomcat.sent.get(node).isEmpty()) {
          answer(tomcat, node);
          return true;
        }
      }
    }
    for (SimulatedTomcat tomcat : tomcats) {
      if (tomcat.isAwake() && tomcat.timerDue() != null) {
        timer(tomcat);
        return true;
      }
    }
    return false;
  }

  /** What a client would see that asked this Tomcat now; nothing else happens meanwhile. */
  Answer look(SimulatedTomcat tomcat, String sessionId) {
    CompletableFuture<Answer> answer =
        applications.get(tomcat.index).serve(sessionId, new Request.Read(), false);
    quieten();
    if (!answer.isDone()) {
      throw new BrokenInvariant("a read that nobody disturbs is not answered");
    }
    return answer.join();
  }

  long fingerprint() {
    long digest =
        Digest.of(
            faultsLeft,
            clock.millis(),
            promises.fingerprint(),
            hadSequel ? 1 : 0,
            hasStoredStragglers ? 1 : 0,
            isIdTold ? 1 : 0);
    for (SimulatedTomcat tomcat : tomcats) {
      digest = Digest.of(digest, tomcat.fingerprint());
    }
    for (SimulatedNode node : nodes) {
      digest = Digest.of(digest, node.fingerprint());
    }
    for (Client client : clients) {
      digest = Digest.of(digest, client.fingerprint());
    }
    for (Behind each : behindAnswers) {
      digest = Digest.of(digest, each.client(), each.turn());
    }
    long unordered = 0;
    for (Late one : late) {
      unordered += Digest.of(one.node, one.operation.id());
    }
    return Digest.of(digest, unordered);
  }
}
