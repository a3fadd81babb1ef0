package io.holdfast.sessions.sticky;

import io.holdfast.core.storage.SessionStore;
import io.holdfast.sessions.explore.BrokenInvariant;
import io.holdfast.sessions.explore.Digest;
import io.holdfast.sessions.explore.Play;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.nonsticky.CutLine;
import io.holdfast.sessions.sticky.OneTomcat.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One sticky session over two Tomcats and two nodes: what its client does and what goes wrong
 * happen in any order, one after the other and each to its end. Backups are synchronous.
 *
 * <p>No moment equals another: the scenes are short, and are tried to their ends.
 */
final class StickyPlay implements Play, AutoCloseable {

  private static final String BASE = "s";

  private final StickyAct act;
  private final Nodes nodes = new Nodes("n1", "n2");
  private final List<OneTomcat> tomcats = new ArrayList<>();
  private final Map<String, CutLine> lines = new HashMap<>();

  /** What the client was told is done, and the store had then. */
  private final Map<String, Object> done = new TreeMap<>();

  /** The attributes that any session has had. */
  private final Set<String> changed = new TreeSet<>();

  /** Those of them that only sessions had that have ended. */
  private final Set<String> former = new TreeSet<>();

  private final List<String> history = new ArrayList<>();
  private int clientEvents;
  private int troubles;
  private int owner;
  private @Nullable FakeSession session;
  private boolean hasEnded;

  /** The node that is lost, and the line that is cut; null if none is. */
  private @Nullable String lost;

  private @Nullable String cut;

  private List<Choice> possible;
  private long chosen = 1;

  /** Something that can happen next. */
  private record Choice(String text, Runnable event) {}

  /**
   * Begins with a session on the first Tomcat.
   *
   * @param line what is wrong with all lines to the nodes
   */
  StickyPlay(StickyAct act, UnaryOperator<SessionStore> line) {
    this.act = act;
    for (String name : List.of("t1", "t2")) {
      tomcats.add(
          new OneTomcat(
              name,
              nodes,
              Settings.SYNC.withCopies(act.copies),
              (node, store) -> line.apply(cuttable(name + node, store))));
    }
    session = tomcats.get(0).create(BASE);
    change();
    possible = choicesNow();
  }

  private CutLine cuttable(String name, SessionStore store) {
    CutLine line = new CutLine(store);
    lines.put(name, line);
    return line;
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

  private List<Choice> choicesNow() {
    List<Choice> choices = new ArrayList<>();
    if (clientEvents < act.client.size()) {
      StickyEvent event = act.client.get(clientEvents);
      choices.add(
          new Choice(
              "client " + event,
              () -> {
                clientEvents++;
                request(event);
              }));
    }
    if (troubles < act.troubles.size()) {
      StickyEvent event = act.troubles.get(troubles);
      for (String node : event.isOfAllNodes() ? List.of("all") : nodes.ids()) {
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
      case MOVE -> move();
      case END -> end();
      case LATE -> late();
      case AGAIN -> again();
      default -> throw new IllegalArgumentException(event.name());
    }
  }

  /** Changes an attribute that no other request changes. */
  private void change() {
    FakeSession here = session;
    if (here == null) {
      return;
    }
    FakeSession current = arrive(here);
    String name = "a" + history.size();
    changed.add(name);
    tomcats.get(owner).request(current, s -> s.set(name, "x"));
    boolean isStored =
        !current.backupState().isUncertain() && !current.backupState().nodeIds().isEmpty();
    if (isStored) {
      done.put(name, "x");
    }
    settle();
  }

  /** What a request gets that comes to the session's own Tomcat. */
  private FakeSession arrive(FakeSession here) {
    FakeSession found = tomcats.get(owner).arrive(here);
    if (found == null) {
      throw new BrokenInvariant("t%d has lost the session%s".formatted(owner + 1, this));
    }
    session = found;
    return found;
  }

  private void move() {
    int other = 1 - owner;
    FakeSession taken = tomcats.get(other).takeOver(BASE);
    if (taken == null) {
      if (lost == null && cut == null) {
        throw new BrokenInvariant("t%d did not find the session%s".formatted(other + 1, this));
      }
      return; // the client is told to ask again
    }
    owner = other;
    session = taken;
    if (!taken.backupState().isUncertain()) {
      check(taken.storableAttributes());
    }
    change();
  }

  private void end() {
    FakeSession here = session;
    if (here != null) {
      tomcats.get(owner).invalidate(here);
      session = null;
      hasEnded = true;
      settle();
    }
  }

  private void late() {
    if (hasEnded && tomcats.get(1 - owner).takeOver(BASE) != null) {
      throw new BrokenInvariant("t%d has an ended session%s".formatted(2 - owner, this));
    }
  }

  /** Another application of the client has the id yet, so the new session gets it too. */
  private void again() {
    former.addAll(changed);
    done.clear();
    hasEnded = false;
    session = tomcats.get(owner).create(BASE);
    change();
  }

  private void happen(StickyEvent event, String node, String line, int first) {
    List<OneTomcat> order = List.of(tomcats.get(first), tomcats.get(1 - first));
    switch (event) {
      case RESTART -> {
        nodes.get(node).wipe();
        order.forEach(tomcat -> tomcat.resync.reconnected(node));
      }
      case LOSE -> {
        lost = node;
        order.forEach(tomcat -> tomcat.lose(node));
      }
      case RETURN_OLD, RETURN_EMPTY -> {
        lost = null;
        if (event == StickyEvent.RETURN_EMPTY) {
          nodes.get(node).wipe();
        }
        order.forEach(tomcat -> tomcat.returned(node));
      }
      case LOSE_ALL -> {
        lost = node;
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
        order.get(0).health.disconnected(node);
      }
      default -> {
        cut = null;
        Objects.requireNonNull(lines.get(line)).become(CutLine.State.WHOLE);
        order.get(0).health.succeeded(node);
      }
    }
    order.forEach(OneTomcat::settle);
  }

  private void settle() {
    tomcats.forEach(OneTomcat::settle);
  }

  // ---- judging it ----

  @Override
  public void judge() {
    if (hasEnded) {
      judgeEnd();
      return;
    }
    history.add("at the end");
    tomcats.forEach(tomcat -> tomcat.resync.repeatEnds());
    tomcats.forEach(tomcat -> tomcat.resync.stragglers());
    settle();
    check(arrive(Objects.requireNonNull(session)).storableAttributes());
    for (int i = 0; i < 2; i++) {
      move();
    }
  }

  private void judgeEnd() {
    for (OneTomcat tomcat : tomcats) {
      if (tomcat.takeOver(BASE) != null) {
        throw new BrokenInvariant("the session came back" + this);
      }
    }
    for (String node : nodes.ids()) {
      if (nodes.get(node).keys().contains(BASE)) {
        throw new BrokenInvariant(node + " has a session that has ended" + this);
      }
    }
  }

  private void check(Map<String, Object> attributes) {
    if (!Collections.disjoint(attributes.keySet(), former)) {
      throw new BrokenInvariant(
          "t%d has a former session: %s%s".formatted(owner + 1, attributes.keySet(), this));
    }
    for (String name : done.keySet()) {
      if (!attributes.containsKey(name)) {
        throw new BrokenInvariant(
            "t%d does not have %s, only %s%s"
                .formatted(owner + 1, name, attributes.keySet(), this));
      }
    }
  }

  @Override
  public void close() {
    tomcats.forEach(OneTomcat::close);
  }

  @Override
  public String toString() {
    return ": " + String.join("; ", history);
  }
}
