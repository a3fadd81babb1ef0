package io.holdfast.sessions.explore;

import io.holdfast.sessions.explore.Answer.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What clients may rely on, watched during a play and judged at its end.
 *
 * <p>A change that only one node held when that node died may be lost, and while something goes
 * wrong a request may miss what not every node held when it began. Nothing else may.
 */
final class Invariants {

  private final World world;

  /** What clients were told is done, of each session that had the id: attributes by name. */
  private final Map<String, Map<String, String>> doneOf = new TreeMap<>();

  /** The sessions that had the id, in their order, as far as clients were told; see {@link #of}. */
  private final List<String> sessions = new ArrayList<>();

  /** Those of them that have ended. */
  private final Set<String> ended = new TreeSet<>();

  /** Clients whose present request began when the session was there. */
  private final Set<String> knowing = new TreeSet<>();

  private final Lifetimes lifetimes;

  /** Values of the counter that clients were told. */
  private final List<Integer> counts = new ArrayList<>();

  /** Names of attributes that were lost with a node. */
  private final Set<String> lost = new TreeSet<>();

  /** For each client what was done when its present request began, which has to see it. */
  private final Map<String, Map<String, String>> before = new HashMap<>();

  /** For each client what it may miss in its present request, if something goes wrong. */
  private final Map<String, Set<String>> fragile = new HashMap<>();

  /** Clients whose present request began after an answer said that the session has ended. */
  private final Map<String, String> tooLate = new TreeMap<>();

  /** What Tomcats have done that reach all nodes, while the first does not. */
  private final Set<String> whole = new TreeSet<>();

  /** How many applications were told that the session has expired. */
  private int expiries;

  private @Nullable String broken;

  Invariants(World world) {
    this.world = world;
    this.lifetimes = new Lifetimes(world.clock, world.scene.lapse().interval());
    if (!world.scene.opening().isAbsent()) {
      sessions.add("");
    }
  }

  /** Which session a client saw: when it was created; empty if it was there from the start. */
  private static String of(Map<String, String> attributes) {
    return attributes.getOrDefault(Request.Create.CREATED, "");
  }

  /** Which session has the id, as far as clients were told. */
  private String session() {
    return sessions.isEmpty() ? "" : sessions.get(sessions.size() - 1);
  }

  private boolean isEnded() {
    return ended.contains(session());
  }

  private Map<String, String> done() {
    return doneOf.getOrDefault(session(), Map.of());
  }

  /** Notes what must not happen; only the first counts. */
  void broken(String what) {
    if (broken == null) {
      broken = what;
    }
  }

  /** Throws if something happened that must not. */
  void check() {
    if (broken != null) {
      throw new BrokenInvariant(broken);
    }
  }

  // ---- during the play ----

  void asked(Client client) {
    Set<String> missing = new HashSet<>();
    for (int node = 0; node < world.nodes.size(); node++) {
      missing.addAll(missingOn(node));
    }
    fragile.put(client.name, missing);
    before.put(client.name, new TreeMap<>(done()));
    if (isEnded() && client.sessionId.equals(World.SESSION)) {
      tooLate.put(client.name, session());
    }
    if (!sessions.isEmpty()) {
      knowing.add(client.name);
    }
    lifetimes.asked(client, client.next());
  }

  /** Which of the changes that are done a node does not hold. */
  private Set<String> missingOn(int node) {
    Map<String, String> held = new HashMap<>();
    boolean isEndedThere = false;
    for (String id : sessionIds()) {
      byte[] bytes = world.nodes.get(node).peek(id);
      if (bytes != null) {
        Map<String, String> attributes = Contents.of(bytes).attributes();
        if (attributes == null) {
          isEndedThere |= isEnded();
        } else {
          held.putAll(attributes);
        }
      }
    }
    Set<String> missing = new HashSet<>();
    if (isEndedThere) {
      return missing;
    }
    done()
        .forEach(
            (name, value) -> {
              if (!holds(held.get(name), name, value)) {
                missing.add(name);
              }
            });
    if (isEnded()) {
      missing.add("the end");
    }
    return missing;
  }

  private Set<String> sessionIds() {
    Set<String> ids = new TreeSet<>();
    ids.add(World.SESSION);
    for (Client client : world.clients) {
      for (Turn turn : client.turns) {
        if (turn.request() instanceof Request.Rename rename) {
          ids.add(rename.newId());
        }
      }
    }
    return ids;
  }

  private static boolean holds(@Nullable String found, String name, String expected) {
    if (found == null) {
      return false;
    }
    return name.equals(Request.Increment.COUNTER)
        ? Integer.parseInt(found) >= Integer.parseInt(expected)
        : found.equals(expected);
  }

  void nodeDies(int node) {
    Set<String> missing = new HashSet<>(done().keySet());
    missing.add("the end");
    for (int other = 0; other < world.nodes.size(); other++) {
      if (other != node) {
        missing.retainAll(missingOn(other));
      }
    }
    lost.addAll(missing);
  }

  void answered(Client client, Turn turn, Answer answer) {
    String wasEnded = tooLate.remove(client.name);
    boolean wasThere = knowing.remove(client.name);
    Lifetimes.Start start = lifetimes.startOf(client);
    if (start == null) {
      return;
    }
    lifetimes.answered(client, turn, answer);
    if (answer.outcome() == Outcome.UNANSWERED || answer.outcome() == Outcome.BUSY) {
      return;
    }
    boolean hasCreated = answer.made().containsKey(Request.Create.CREATED);
    if (answer.outcome() == Outcome.GONE || hasCreated) {
      checkGone(turn, wasThere, start);
    } else if (wasEnded != null && mayBe(answer, wasEnded) && !mayMiss(client, "the end")) {
      broken(turn + " found the session after it had ended");
    }
    if (answer.outcome() == Outcome.DONE && hasCreated) {
      created(turn, answer);
    } else if (answer.outcome() == Outcome.DONE) {
      found(client, turn, answer, start);
    }
  }

  /** A client was told the id of a new session whose counter was raised once. */
  void told() {
    sessions.add("");
    note(new Answer(Outcome.DONE, Map.of(), Map.of(Request.Increment.COUNTER, "1")));
  }

  /** Whether the answer may be of a session: of one that is refused, no client knows. */
  private boolean mayBe(Answer answer, String which) {
    return answer.outcome() == Outcome.DONE ? of(answer.seen()).equals(which) : !mayBeCreated();
  }

  private void created(Turn turn, Answer answer) {
    String created = of(answer.made());
    if (!sessions.isEmpty()
        && !isEnded()
        && !created.equals(session())
        && troubles() < world.scene.site().copies()) {
      broken(turn + " created a session beside another one with its id");
    }
    if (!sessions.contains(created)) {
      sessions.add(created);
    }
    note(answer);
  }

  private void found(Client client, Turn turn, Answer answer, Lifetimes.Start start) {
    if (sessions.isEmpty() || of(answer.seen()).equals(session())) {
      checkWhatWasDone(client, turn, answer);
    }
    if (isTimed() && troubles() == 0 && lifetimes.mustBeOver(start)) {
      broken(turn + " found the session after its time");
    }
    note(answer);
    if (turn.tomcat() > 0 && isOnlyTheFirstCutOff()) {
      whole.addAll(answer.made().keySet());
    }
    if (turn.request() instanceof Request.Invalidate) {
      ended.add(of(answer.seen()));
    }
  }

  private boolean isTimed() {
    return !world.scene.lapse().isNone();
  }

  /** What is so now, for a Tomcat that asks whether the session has ended. */
  Lifetimes.Start start() {
    return lifetimes.start();
  }

  Lifetimes.Start startOf(Client client) {
    return Objects.requireNonNull(lifetimes.startOf(client));
  }

  /** A Tomcat told its application that the session has expired. */
  void expired(SimulatedTomcat tomcat, Lifetimes.Start start) {
    if (!lifetimes.mayBeOver(start)) {
      broken(tomcat.name + " ended the session before its time");
    }
    ended.add(session());
    expiries++;
    if (expiries > 1) {
      broken("two Tomcats told their applications that the session has ended");
    }
  }

  private void checkGone(Turn turn, boolean wasThere, Lifetimes.Start start) {
    boolean isOneThingAtATime = world.scene.opening().hasSequel();
    if (wasThere
        && !mayBeGone()
        && !(isTimed() && lifetimes.mayBeOver(start))
        && (isOneThingAtATime || troubles() < world.scene.site().copies())) {
      broken(turn + " did not find the session");
    }
  }

  /** Whether some request may create the session under the client's id. */
  private boolean mayBeCreated() {
    return world.clients.stream()
        .flatMap(client -> client.turns.stream())
        .anyMatch(turn -> turn.request() instanceof Request.Create);
  }

  /** Whether a request may have ended the session, or given it another id. */
  private boolean mayBeGone() {
    if (world.scene.opening().end() != Opening.End.NOT || !ended.isEmpty()) {
      return true;
    }
    for (Client client : world.clients) {
      for (int i = 0; i < client.turns.size(); i++) {
        Request request = client.turns.get(i).request();
        boolean began =
            i < client.answers.size() || (i == client.answers.size() && client.isWaiting);
        if (began && (request instanceof Request.Invalidate || request instanceof Request.Rename)) {
          return true;
        }
      }
    }
    return false;
  }

  private void checkWhatWasDone(Client client, Turn turn, Answer answer) {
    before
        .getOrDefault(client.name, Map.of())
        .forEach(
            (name, value) -> {
              String seen = answer.seen().get(name);
              if (!holds(seen, name, value)
                  && !isLater(name, seen, value)
                  && !mayMiss(client, name)) {
                broken(
                    "%s does not see %s=%s, which was done before it began"
                        .formatted(turn, name, value));
              }
            });
  }

  /** Whether a request that has begun sets the attribute to what was seen, after the value. */
  private boolean isLater(String name, @Nullable String seen, String value) {
    for (Client client : world.clients) {
      int at = -1;
      int of = -1;
      int begun = client.answers.size() + (client.isWaiting ? 1 : 0);
      for (int i = 0; i < Math.min(begun, client.turns.size()); i++) {
        String set = client.turns.get(i).request().sets().get(name);
        at = set != null && set.equals(seen) ? i : at;
        of = set != null && set.equals(value) ? i : of;
      }
      if (at > of) {
        return true;
      }
    }
    return false;
  }

  /** Then what others have stored is on all nodes, and whichever the first reaches has it. */
  private boolean isOnlyTheFirstCutOff() {
    return world.scene.faults() == 0 && world.scene.opening().trouble() == Opening.Trouble.CUT;
  }

  private boolean mayMiss(Client client, String name) {
    if (world.scene.opening().hasSequel() || whole.contains(name)) {
      return false; // never two things at a time
    }
    int happened = troubles();
    return lost.contains(name)
        || happened >= world.scene.site().copies()
        || (happened > 0 && fragile.getOrDefault(client.name, Set.of()).contains(name));
  }

  /** How much has gone wrong so far. */
  private int troubles() {
    boolean fromTheStart = world.scene.opening().trouble() != Opening.Trouble.NONE;
    return world.scene.faults() - world.faultsLeft + (fromTheStart ? 1 : 0);
  }

  /** The session was ended before the clients came. */
  void ended(Answer answer) {
    if (answer.outcome() != Outcome.DONE) {
      throw new IllegalStateException("not ended: " + answer);
    }
    ended.add(session());
  }

  void note(Answer answer) {
    Map<String, String> made = new TreeMap<>(answer.made());
    String created = made.remove(Request.Create.CREATED);
    String of = created == null ? of(answer.seen()) : created;
    doneOf.computeIfAbsent(of, each -> new TreeMap<>()).putAll(made);
    String count = answer.made().get(Request.Increment.COUNTER);
    if (count != null) {
      counts.add(Integer.valueOf(count));
    }
  }

  long fingerprint() {
    return Digest.of(
        lost.hashCode(),
        fragile.hashCode(),
        before.hashCode(),
        tooLate.hashCode(),
        doneOf.hashCode(),
        Digest.of(sessions.hashCode(), ended.hashCode(), knowing.hashCode()),
        isTimed() ? Digest.of(lifetimes.fingerprint(), expiries) : 0);
  }

  // ---- at the end ----

  /** Judges what each Tomcat says after everything has happened. */
  void judge() {
    for (Client client : world.clients) {
      if (!client.isDone()) {
        throw new BrokenInvariant(client.name + " never gets an answer to " + client.next());
      }
    }
    world.journal.note("-- the end");
    world.recover();
    for (SimulatedTomcat tomcat : world.tomcats) {
      if (!tomcat.hasDied) {
        judge(tomcat);
      }
    }
    check();
  }

  private void judge(SimulatedTomcat tomcat) {
    Map<String, String> seen = new TreeMap<>();
    boolean found = false;
    for (String id : sessionIds()) {
      Answer answer = world.look(tomcat, id);
      if (answer.outcome() == Outcome.DONE) {
        if (found && troubles() == 0) {
          broken(tomcat.name + " found the session under two ids, the second is " + id);
        }
        found = true;
        seen.putAll(answer.seen());
        judgeNewest(tomcat, id, answer);
      }
    }
    if (found && isFormer(of(seen)) && !lost.contains("the end")) {
      broken(tomcat.name + " found the session after it had ended");
    }
    if (!found) {
      checkGone(Turn.read(tomcat.index), !sessions.isEmpty(), lifetimes.start());
    }
    if (!found && (mayBeGone() || isTimed() || sessions.isEmpty())) {
      return;
    }
    if (!of(seen).equals(session())) {
      return; // it was created, and no client was told
    }
    done()
        .forEach(
            (name, value) -> {
              if (!holds(seen.get(name), name, value)
                  && !lost.contains(name)
                  && !isLater(name, seen.get(name), value)) {
                broken(
                    "%s=%s is lost for %s, which sees %s"
                        .formatted(name, value, tomcat.name, seen));
              }
            });
    judgeCounter(seen);
  }

  /** Whether a session has ended, or has given its id to another one. */
  private boolean isFormer(String which) {
    return ended.contains(which) || (sessions.contains(which) && !which.equals(session()));
  }

  /** What a Tomcat shows is the newest of what the nodes hold. */
  private void judgeNewest(SimulatedTomcat tomcat, String id, Answer answer) {
    Contents newest = null;
    for (SimulatedNode node : world.nodes) {
      byte[] bytes = node.peek(id);
      Contents contents = bytes == null ? null : Contents.of(bytes);
      if (contents != null && (newest == null || contents.version() > newest.version())) {
        newest = contents;
      }
    }
    boolean isFormerId = newest != null && newest.attributes() == null && !isEnded();
    if (newest != null && !isFormerId && !answer.seen().equals(newest.attributes())) {
      broken("%s sees %s and not the newest, %s".formatted(tomcat.name, answer.seen(), newest));
    }
  }

  private static boolean raises(Request request) {
    return request instanceof Request.Increment
        || request instanceof Request.CreateSlowly
        || (request instanceof Request.Rename rename && rename.raises());
  }

  private void judgeCounter(Map<String, String> seen) {
    if (new HashSet<>(counts).size() < counts.size() && world.scene.site().leased()) {
      broken("two increments gave the same value: " + counts);
    }
    String total = seen.get(Request.Increment.COUNTER);
    int increments = 0;
    for (Client client : world.clients) {
      for (Turn turn : client.turns) {
        increments += raises(turn.request()) ? 1 : 0;
        increments += turn.request() instanceof Request.CreateSlowly ? 1 : 0;
      }
    }
    if (total == null && mayBeCreated()) {
      return; // it has none
    }
    if (total == null || Integer.parseInt(total) > increments) {
      broken("the counter is %s after %d increments".formatted(total, increments));
    }
  }
}
