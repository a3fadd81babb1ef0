package io.holdfast.sessions.engine;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.sessions.explore.BrokenInvariant;
import io.holdfast.sessions.explore.Digest;
import io.holdfast.sessions.explore.Play;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One id over two Tomcats and two nodes: what its client does and what goes wrong happen in any
 * order, one after the other and each to its end. Each request asks the nodes, unless the session
 * is sticky: then it asks where {@link Affinity} says so.
 *
 * <p>No moment equals another: the scenes are short, and are tried to their ends.
 */
final class UsedIdPlay implements Play {

  private static final String BASE = "s";
  private static final int PACE = 1_000;
  private static final String ALL = "all";

  private final UsedIdAct.Scene act;
  private final Nodes nodes = new Nodes("n1", "n2");
  private final List<Tomcat> tomcats = new ArrayList<>();
  private final Map<String, CutLine> lines = new HashMap<>();

  /** What the client was told is done. */
  private final Set<String> done = new TreeSet<>();

  /** The attributes that any session has had. */
  private final Set<String> changed = new TreeSet<>();

  /** Those of them that only sessions had that have ended. */
  private final Set<String> former = new TreeSet<>();

  /** Requests that are answered and not saved yet. */
  private final List<Stay> stays = new ArrayList<>();

  private final List<String> history = new ArrayList<>();
  private int clientEvents;
  private int troubles;
  private int owner;
  private @Nullable FakeInstance session;

  /** Whether another Tomcat has changed the session since the owner has. */
  private boolean isBehind;

  /** Whether the nodes alone had the attributes of a session at some moment. */
  private boolean hasOffloaded;

  /** The node that is lost, and the line that is cut; null if none is. */
  private @Nullable String lost;

  private @Nullable String cut;

  private List<Choice> possible;
  private long chosen = 1;

  /** Something that can happen next. */
  private record Choice(String text, Runnable event) {}

  /** A request that has changed this attribute, is answered and still at work. */
  private record Stay(int tomcat, FakeInstance in, String changed) {}

  /** A Tomcat with what it does when nodes come and go. */
  private record Tomcat(EngineTomcat engine, SessionResync resync) {

    @Nullable FakeInstance find() {
      return EngineTomcat.now(engine.findLater(BASE, false));
    }

    /** What a request finds that brings the route of another Tomcat. */
    @Nullable FakeInstance takeOver() {
      FakeInstance here = engine.local.get(BASE);
      return here != null && engine.shared.isTrusted(here, false) ? here : find();
    }

    /**
     * What a request finds that brings the route of this Tomcat.
     *
     * @param last the instance that the request before has used
     */
    @Nullable FakeInstance arrive(@Nullable FakeInstance last) {
      if (last == null || engine.local.get(BASE) != last) {
        return find();
      }
      return engine.shared.isTrusted(last, true) ? last : find();
    }

    void lose(String node) {
      engine.health.watch(node).disconnected("no connection");
      resync.nodeLost(node);
    }

    void returned(String node) {
      engine.health.watch(node).succeeded();
      resync.nodeReturned(node);
    }

    void settle() {
      Duration next = engine.timer.untilNext();
      while (next != null) {
        engine.timer.advance(next);
        next = engine.timer.untilNext();
      }
    }
  }

  /** Begins with a session on the first Tomcat, that is not sticky. */
  UsedIdPlay(UsedIdAct.Scene scene) {
    this(scene, health -> Affinity.none());
  }

  /**
   * Begins with a session on the first Tomcat.
   *
   * @param affinity which requests need not ask the nodes
   */
  UsedIdPlay(UsedIdAct.Scene scene, Function<NodeHealthBoard, Affinity> affinity) {
    this(scene, affinity, line -> line, Granularity.ATTRIBUTE);
  }

  /**
   * The same.
   *
   * @param mistake what is wrong with all lines to the nodes
   * @param granularity of the records
   */
  UsedIdPlay(
      UsedIdAct.Scene scene,
      Function<NodeHealthBoard, Affinity> affinity,
      UnaryOperator<NodeStore> mistake,
      Granularity granularity) {
    this.act = scene;
    for (String name : List.of("t1", "t2")) {
      tomcats.add(tomcat(name, scene.copies(), affinity, mistake, granularity));
    }
    create();
    possible = choicesNow();
  }

  private Tomcat tomcat(
      String name,
      int copies,
      Function<NodeHealthBoard, Affinity> affinity,
      UnaryOperator<NodeStore> mistake,
      Granularity granularity) {
    Map<String, NodeStore> stores = new TreeMap<>();
    for (String id : nodes.ids()) {
      CutLine line = new CutLine(nodes.get(id));
      lines.put(name + id, line);
      stores.put(id, mistake.apply(line));
    }
    EngineTomcat engine =
        EngineTomcat.withAffinity(
            affinity,
            stores,
            copies,
            granularity,
            new ListTranscoder(),
            new Random(name.hashCode()),
            nodes.clock);
    return new Tomcat(
        engine,
        new SessionResync(
            engine.local::values,
            engine.shared,
            node ->
                nodes.ids().stream()
                    .noneMatch(other -> !other.equals(node) && engine.health.isAvailable(other)),
            engine.timer,
            PACE));
  }

  // ---- what can happen ----

  @Override
  public int choices() {
    return possible.size();
  }

  @Override
  public void choose(int choice) {
    Choice next = possible.get(choice);
    chosen = Digest.of(chosen, choice);
    history.add(next.text);
    nodes.clock.advance(Duration.ofMillis(1));
    next.event.run();
    possible = choicesNow();
  }

  @Override
  public long fingerprint() {
    return chosen;
  }

  boolean hasOffloaded() {
    return hasOffloaded;
  }

  private List<Choice> choicesNow() {
    List<Choice> choices = new ArrayList<>();
    if (clientEvents < act.client().size()) {
      StickyEvent event = act.client().get(clientEvents);
      choices.add(
          new Choice(
              "client " + event,
              () -> {
                clientEvents++;
                request(event);
              }));
    }
    if (troubles < act.troubles().size()) {
      StickyEvent event = act.troubles().get(troubles);
      for (String node : event.isOfAllNodes() ? List.of(ALL) : nodes.ids()) {
        for (int first = 0; first < tomcats.size(); first++) {
          addTrouble(choices, event, node, first);
        }
      }
    }
    return choices;
  }

  /**
   * Adds a trouble with a node.
   *
   * @param first the number of the Tomcat that notices first, or alone
   */
  private void addTrouble(List<Choice> choices, StickyEvent event, String node, int first) {
    String line = "t" + (first + 1) + node;
    boolean isReturn = event == StickyEvent.RETURN_OLD || event == StickyEvent.RETURN_EMPTY;
    boolean mayBe = event == StickyEvent.MEND ? line.equals(cut) : !isReturn || node.equals(lost);
    if (mayBe) {
      choices.add(
          new Choice(
              "%s %s, first t%d".formatted(event, node, first + 1),
              () -> {
                troubles++;
                happen(event, node, line, first);
              }));
    }
  }

  // ---- making it happen ----

  private void request(StickyEvent event) {
    switch (event) {
      case CHANGE -> change();
      case STAY -> stay();
      case MOVE -> move();
      case END -> end();
      case LATE -> late();
      case OLD_ROUTE -> oldRoute();
      case AGAIN -> again();
      case REST -> rest();
      default -> throw new IllegalArgumentException(event.name());
    }
  }

  private void change() {
    if (session != null) {
      FakeInstance here = arrive();
      if (here != null) {
        change(here);
      }
    }
  }

  private void change(FakeInstance here) {
    change(here, owner);
    isBehind &= cut != null; // else its save has met the other Tomcat's
  }

  /** Changes an attribute that no other request changes. */
  private void change(FakeInstance here, int tomcat) {
    String name = set(here);
    SaveOutcome outcome = EngineTomcat.now(tomcats.get(tomcat).engine.endLater(here));
    if (outcome == SaveOutcome.SAVED) {
      done.add(name);
    } else if (isWell()) {
      throw new BrokenInvariant("t%d answers %s%s".formatted(tomcat + 1, outcome, this));
    }
    settle();
  }

  private String set(FakeInstance here) {
    String name = "a" + changed.size();
    changed.add(name);
    here.instanceAttributes().keySet().forEach(here::get); // each may be changed in place
    here.set(name, new ArrayList<>(List.of("x")));
    return name;
  }

  private void stay() {
    FakeInstance here = session == null ? null : arrive();
    if (here != null && tomcats.get(owner).engine.shared.isTrusted(here, true)) {
      stays.add(new Stay(owner, here, set(here)));
      here.instanceState().use().requestAnswered();
    } else if (here != null) {
      change(here);
    }
  }

  /** All requests are over. */
  private void settleStays() {
    for (Stay stay : stays) {
      SaveOutcome outcome = EngineTomcat.now(tomcats.get(stay.tomcat).engine.endLater(stay.in));
      if (session != null && isOfSame(session, stay.in)) {
        if (outcome.isLoss() || outcome == SaveOutcome.FAILED) {
          throw new BrokenInvariant("%s becomes %s%s".formatted(stay.changed, outcome, this));
        }
        done.add(stay.changed);
        isBehind |= stay.tomcat != owner;
      }
    }
    stays.clear();
    settle();
  }

  /** What a request gets at the Tomcat that served the session last; null to ask again. */
  private @Nullable FakeInstance arrive() {
    FakeInstance found = tomcats.get(owner).arrive(session);
    if (found == null) {
      if (isWell()) {
        throw new BrokenInvariant("t%d has lost the session%s".formatted(owner + 1, this));
      }
      return null;
    }
    session = found;
    checkStays(found);
    found.access(nodes.clock.millis());
    return found;
  }

  /** The client has been answered by this Tomcat, and sees here what it has changed. */
  private void checkStays(FakeInstance found) {
    for (Stay stay : stays) {
      boolean isHere = stay.tomcat == owner && isOfSame(found, stay.in);
      if (isHere && isWell() && found.get(stay.changed) == null) {
        throw new BrokenInvariant("t%d lacks %s%s".formatted(owner + 1, stay.changed, this));
      }
    }
  }

  private boolean isWell() {
    return lost == null && cut == null;
  }

  private void move() {
    int other = 1 - owner;
    FakeInstance taken = tomcats.get(other).takeOver();
    if (taken == null) {
      if (isWell()) {
        throw new BrokenInvariant("t%d did not find the session%s".formatted(other + 1, this));
      }
      return; // the client is told to ask again
    }
    if (session != null && !isOfSame(session, taken)) {
      if (!ALL.equals(lost)) {
        throw new BrokenInvariant("t%d has a former session%s".formatted(other + 1, this));
      }
      return; // without any node no Tomcat can know; what becomes of both is not judged
    }
    owner = other;
    session = taken;
    if (isWell()) { // else the Tomcat goes on with what it has
      check(taken);
    }
    taken.access(nodes.clock.millis());
    change(taken);
  }

  private void end() {
    FakeInstance here = session;
    if (here != null) {
      tomcats.get(owner).engine.invalidate(here);
      session = null;
      settle();
    }
  }

  private void late() {
    int other = 1 - owner;
    boolean isKnown = session == null && !ALL.equals(lost); // else no Tomcat can know
    if (isKnown && tomcats.get(other).takeOver() != null) {
      throw new BrokenInvariant("t%d has an ended session%s".formatted(other + 1, this));
    }
  }

  /** The request does not see what the session is now; what it changes is there all the same. */
  private void oldRoute() {
    int other = 1 - owner;
    FakeInstance former = tomcats.get(other).engine.local.get(BASE);
    if (session == null || former == null || !isOfSame(session, former)) {
      return;
    }
    FakeInstance used = tomcats.get(other).arrive(former);
    if (used != null) {
      used.access(nodes.clock.millis());
      change(used, other);
      isBehind = true;
    }
  }

  private static boolean isOfSame(FakeInstance one, FakeInstance other) {
    return one.times().creationTime() == other.times().creationTime();
  }

  /** Another application of the client has the id yet, so the new session gets it too. */
  private void again() {
    former.addAll(changed);
    done.clear();
    create();
  }

  private void rest() {
    for (Tomcat tomcat : tomcats) {
      for (FakeInstance idle : List.copyOf(tomcat.engine.local.values())) {
        tomcat.engine.shared.giveUpObjects(idle, value -> false);
        hasOffloaded |= EngineTomcat.now(tomcat.engine.shared.offload(idle));
      }
    }
    settle();
  }

  private void create() {
    FakeInstance created = tomcats.get(owner).engine.create(BASE);
    session = created;
    change(created);
  }

  private void happen(StickyEvent event, String node, String line, int first) {
    List<Tomcat> order = List.of(tomcats.get(first), tomcats.get(1 - first));
    switch (event) {
      case RESTART -> {
        nodes.get(node).wipe();
        order.forEach(tomcat -> tomcat.resync.reconnected(node));
      }
      case LOSE -> {
        lost = node;
        nodes.get(node).failWith(Reason.UNAVAILABLE);
        order.forEach(tomcat -> tomcat.lose(node));
      }
      case RETURN_OLD, RETURN_EMPTY -> {
        lost = null;
        if (event == StickyEvent.RETURN_EMPTY) {
          nodes.get(node).wipe();
        }
        nodes.get(node).heal();
        order.forEach(tomcat -> tomcat.returned(node));
      }
      case LOSE_ALL -> {
        lost = node;
        nodes.ids().forEach(each -> nodes.get(each).failWith(Reason.UNAVAILABLE));
        order.forEach(tomcat -> nodes.ids().forEach(tomcat::lose));
      }
      case RETURN_ALL -> {
        lost = null;
        nodes.ids().forEach(each -> nodes.get(each).wipe());
        nodes.ids().forEach(each -> nodes.get(each).heal());
        order.forEach(tomcat -> nodes.ids().forEach(tomcat::returned));
      }
      case CUT -> {
        cut = line;
        Objects.requireNonNull(lines.get(line)).become(CutLine.State.CUT);
        order.get(0).lose(node);
      }
      default -> {
        cut = null;
        Objects.requireNonNull(lines.get(line)).become(CutLine.State.WHOLE);
        order.get(0).returned(node);
      }
    }
    order.forEach(Tomcat::settle);
  }

  private void settle() {
    tomcats.forEach(Tomcat::settle);
  }

  // ---- judging it ----

  @Override
  public void judge() {
    history.add("at the end");
    settleStays();
    tomcats.forEach(tomcat -> tomcat.resync.repeatEnds());
    tomcats.forEach(tomcat -> tomcat.resync.stragglers());
    settle();
    if (session == null) {
      judgeEnd();
      return;
    }
    if (!isBehind) {
      check(Objects.requireNonNull(arrive()));
    }
    for (int i = 0; i < 2; i++) {
      move();
    }
  }

  private void judgeEnd() {
    for (Tomcat tomcat : tomcats) {
      if (tomcat.find() != null) {
        throw new BrokenInvariant("the session came back" + this);
      }
    }
    for (String node : nodes.ids()) {
      StoredValue found = EngineTomcat.now(nodes.get(node).load(BASE));
      if (found != null && !Tombstone.isTombstone(found.bytes())) {
        throw new BrokenInvariant(node + " has a session that has ended" + this);
      }
    }
  }

  private void check(FakeInstance found) {
    Set<String> names = new TreeSet<>(found.instanceAttributes().keySet());
    names.removeIf(name -> found.get(name) == null);
    if (!Collections.disjoint(names, former)) {
      throw new BrokenInvariant("t%d has a former session: %s%s".formatted(owner + 1, names, this));
    }
    if (!names.containsAll(done)) {
      throw new BrokenInvariant("t%d has only %s of %s%s".formatted(owner + 1, names, done, this));
    }
  }

  @Override
  public String toString() {
    return ": " + String.join("; ", history);
  }
}
