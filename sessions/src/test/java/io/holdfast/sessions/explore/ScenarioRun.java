package io.holdfast.sessions.explore;

import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.explore.Event.Kind;
import io.holdfast.sessions.explore.SimulatedTomcat.Link;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A scene being played: what can happen next, and making it happen. */
final class ScenarioRun implements Play {

  private final World world;
  private boolean wasLocal;

  /** What can happen next; null until it is asked for. */
  private @Nullable List<Event> possible;

  ScenarioRun(Scenario scene, Protocol protocol, Journal journal) {
    this.world = new World(scene, protocol, journal);
  }

  /** What happens on the way to what is broken, for people. */
  static String story(Scenario scene, Protocol protocol, List<Integer> choices) {
    Journal journal = Journal.kept();
    ScenarioRun run = new ScenarioRun(scene, protocol, journal);
    try {
      choices.forEach(run::choose);
      run.judge();
      return journal.toString();
    } catch (BrokenInvariant e) {
      return journal + "\n" + e.getMessage();
    }
  }

  @Override
  public int choices() {
    return possible().size();
  }

  private List<Event> possible() {
    if (possible == null) {
      possible = events();
    }
    return possible;
  }

  /** Whether one of the ways makes whole what is broken. */
  boolean isRepair(int choice) {
    Kind kind = possible().get(choice).kind();
    return kind == Kind.MEND || kind == Kind.RETURN;
  }

  @Override
  public void choose(int choice) {
    Way way = way(choice);
    repeat(choice, way);
    wasLocal = way.tomcat() >= 0 && world.tomcats.get(way.tomcat()).hasReactedSilently();
    world.promises.check();
  }

  @Override
  public void repeat(int choice, Object way) {
    happen(((Way) way).event());
    possible = null;
  }

  /** What happens to one Tomcat is local if no client is answered by that. */
  @Override
  public boolean wasLocal() {
    return wasLocal;
  }

  @Override
  public Way way(int choice) {
    Event event = possible().get(choice);
    return switch (event.kind()) {
      case ANSWER -> answer(event);
      case ASK, GO_ON -> new Way(event, world.clients.get(event.who()).next().tomcat());
      case GO_ON_BEHIND -> new Way(event, world.behind(event.who(), event.where()).tomcat());
      case NOTICE_LOSS, NOTICE_RETURN -> new Way(event, event.who());
      default -> new Way(event, -1);
    };
  }

  private Way answer(Event event) {
    Operation<?> first = world.tomcats.get(event.who()).sent.get(event.where()).getFirst();
    return new Way(
        event, event.who(), event.where(), first.key(), first.verb() != Operation.Verb.LOAD);
  }

  @Override
  public long fingerprint() {
    return world.fingerprint();
  }

  @Override
  public void judge() {
    world.promises.judge();
  }

  // ---- what can happen ----

  private List<Event> events() {
    List<Event> events = new ArrayList<>();
    world.tomcats.stream()
        .filter(SimulatedTomcat::isAwake)
        .forEach(tomcat -> addConnections(events, tomcat));
    for (int i = 0; i < world.clients.size(); i++) {
      Client client = world.clients.get(i);
      if (world.mayAsk(client)) {
        addRequest(events, i, client);
      }
      if (client.pause != null) {
        events.add(new Event(Kind.GO_ON, i, 0));
      }
      if (world.mayGiveUp(client)) {
        events.add(new Event(Kind.GIVE_UP, i, 0));
      }
    }
    for (World.Behind behind : world.behindAnswers) {
      if (world.tomcats.get(behind.tomcat()).isAwake()) {
        events.add(new Event(Kind.GO_ON_BEHIND, behind.client(), behind.turn()));
      }
    }
    boolean isQuiet = events.isEmpty() && world.tomcats.stream().noneMatch(this::waitsInVain);
    if (world.mayPass()) {
      events.add(new Event(Kind.PASS, 0, 0));
    }
    world.tomcats.stream()
        .filter(tomcat -> tomcat.isStalled && !tomcat.hasDied)
        .forEach(tomcat -> addConnections(events, tomcat));
    for (SimulatedTomcat tomcat : world.tomcats) {
      addOwn(events, tomcat, isQuiet);
    }
    for (int i = 0; i < world.nodes.size(); i++) {
      if (!world.nodes.get(i).isUp && mayReturn()) {
        events.add(new Event(Kind.RETURN, 0, i));
      }
    }
    for (int i = 0; i < world.late.size(); i++) {
      if (world.nodes.get(world.late.get(i).node()).isUp) {
        events.add(new Event(Kind.ARRIVE, 0, i));
      }
    }
    if (world.mayHaveSequel()) {
      events.add(new Event(Kind.SEQUEL, 0, 0));
    }
    if (world.faultsLeft > 0 && !events.isEmpty()) {
      addFaults(events);
    }
    return events;
  }

  /** What is to come while a session is encoded comes by itself once no other request may. */
  private void addRequest(List<Event> events, int index, Client client) {
    boolean isDuringEncode = client.next().isDuringEncode();
    if (isDuringEncode && !client.awaitsEncode) {
      events.add(new Event(Kind.ASK_DURING_ENCODE, index, 0));
      events.add(new Event(Kind.ASK_AND_HEAR_DURING_ENCODE, index, 0));
    }
    if (!isDuringEncode
        || world.clients.stream().allMatch(other -> other == client || other.isDone())) {
      events.add(new Event(Kind.ASK, index, 0));
    }
  }

  /** Whether it has sent something over a dead connection: it notices that before time passes. */
  private boolean waitsInVain(SimulatedTomcat tomcat) {
    return tomcat.isAwake() && !tomcat.isIdle();
  }

  /** What goes away during a play stays away until its end; returns are scenes of their own. */
  private boolean mayReturn() {
    return world.scene.opening().trouble() != Opening.Trouble.NONE;
  }

  private void addConnections(List<Event> events, SimulatedTomcat tomcat) {
    for (int node = 0; node < world.nodes.size(); node++) {
      if (tomcat.sent.get(node).isEmpty()) {
        continue;
      }
      if (world.isReached(tomcat, node)) {
        events.add(new Event(Kind.ANSWER, tomcat.index, node));
      } else if (tomcat.links[node] != Link.DEAD) {
        events.add(new Event(Kind.FAIL, tomcat.index, node));
        if (mayBeLate(tomcat, node)) {
          events.add(new Event(Kind.FAIL_LATE, tomcat.index, node));
        }
      }
    }
  }

  /** Whether what waits first can still be carried out, and would change something. */
  private boolean mayBeLate(SimulatedTomcat tomcat, int node) {
    return tomcat.sent.get(node).getFirst().verb().changes();
  }

  private void addOwn(List<Event> events, SimulatedTomcat tomcat, boolean isQuiet) {
    if (tomcat.hasDied) {
      return;
    }
    if (tomcat.isStalled) {
      events.add(new Event(Kind.WAKE, tomcat.index, 0));
      return;
    }
    for (int node = 0; node < world.nodes.size(); node++) {
      String id = world.nodes.get(node).id;
      if (tomcat.links[node] != Link.ALIVE) {
        events.add(new Event(Kind.NOTICE_LOSS, tomcat.index, node));
      } else if (!tomcat.trusts(id) && world.isReached(tomcat, node)) {
        events.add(new Event(Kind.NOTICE_RETURN, tomcat.index, node));
      }
      if (tomcat.isCut[node] && mayReturn()) {
        events.add(new Event(Kind.MEND, tomcat.index, node));
      }
    }
    if (world.mayStoreStragglers(tomcat)) {
      events.add(new Event(Kind.STORE_STRAGGLERS, tomcat.index, 0));
    }
    if (world.mayExpire(tomcat)) {
      events.add(new Event(Kind.EXPIRE, tomcat.index, 0));
    }
    if (isQuiet && tomcat.timerDue() != null) {
      events.add(new Event(Kind.TIMER, tomcat.index, 0));
    }
  }

  private void addFaults(List<Event> events) {
    for (SimulatedTomcat tomcat : world.tomcats) {
      if (tomcat.isAwake()) {
        addFaultsOf(events, tomcat);
      }
    }
    for (int node = 0; node < world.nodes.size(); node++) {
      if (world.nodes.get(node).isUp) {
        addIf(events, Fault.NODE_DIES, Kind.NODE_DIES, 0, node);
        addIf(events, Fault.NODE_FREEZES, Kind.NODE_FREEZES, 0, node);
      }
    }
  }

  private void addFaultsOf(List<Event> events, SimulatedTomcat tomcat) {
    for (int node = 0; node < world.nodes.size(); node++) {
      if (!world.isReached(tomcat, node)) {
        continue;
      }
      if (!tomcat.sent.get(node).isEmpty()) {
        addIf(events, Fault.SILENCE, Kind.SILENCE, tomcat.index, node);
        if (mayBeLate(tomcat, node)) {
          addIf(events, Fault.SILENCE, Kind.SILENCE_LATE, tomcat.index, node);
        }
      }
      addIf(events, Fault.CUT, Kind.CUT, tomcat.index, node);
    }
    addIf(events, Fault.TOMCAT_DIES, Kind.TOMCAT_DIES, tomcat.index, 0);
    if (tomcat.sent.stream().anyMatch(queue -> !queue.isEmpty())) {
      addIf(events, Fault.TOMCAT_DIES, Kind.TOMCAT_DIES_LATE, tomcat.index, 0);
    }
    addIf(events, Fault.TOMCAT_STALLS, Kind.STALL, tomcat.index, 0);
  }

  private void addIf(List<Event> events, Fault fault, Kind kind, int who, int where) {
    if (world.scene.kinds().contains(fault)) {
      events.add(new Event(kind, who, where));
    }
  }

  // ---- making it happen ----

  private void happen(Event event) {
    SimulatedTomcat tomcat = world.tomcats.get(Math.min(event.who(), world.tomcats.size() - 1));
    int node = event.where();
    switch (event.kind()) {
      case ANSWER -> world.answer(tomcat, node);
      case FAIL -> world.fail(tomcat, node, Reason.TIMEOUT, false);
      case FAIL_LATE -> world.fail(tomcat, node, Reason.TIMEOUT, true);
      case ASK -> world.ask(world.clients.get(event.who()));
      case ASK_DURING_ENCODE -> world.askDuringEncode(world.clients.get(event.who()), false);
      case ASK_AND_HEAR_DURING_ENCODE ->
          world.askDuringEncode(world.clients.get(event.who()), true);
      case GO_ON -> world.goOn(world.clients.get(event.who()));
      case GO_ON_BEHIND -> world.goOnBehindAnswer(world.behind(event.who(), node));
      case GIVE_UP -> world.giveUp(world.clients.get(event.who()));
      case STORE_STRAGGLERS -> world.storeStragglers(tomcat);
      case NOTICE_LOSS -> world.noticeLoss(tomcat, node);
      case NOTICE_RETURN -> world.noticeReturn(tomcat, node);
      case RETURN -> world.nodeReturns(node);
      case SEQUEL -> world.sequel();
      case MEND -> world.mend(tomcat, node);
      case WAKE -> world.wake(tomcat);
      case ARRIVE -> world.arrive(world.late.get(node));
      case PASS -> world.pass();
      case EXPIRE -> world.expire(tomcat);
      case TIMER -> passTime(tomcat);
      default -> fault(event, tomcat, node);
    }
  }

  /** A Tomcat that is alone asks for the lease again and again: nothing can come in between. */
  private void passTime(SimulatedTomcat tomcat) {
    boolean isAlone = world.tomcats.stream().filter(SimulatedTomcat::isAwake).count() == 1;
    world.timer(tomcat);
    while (isAlone && world.answerLease(tomcat)) {
      if (tomcat.isIdle() && tomcat.timerDue() != null) {
        world.timer(tomcat);
      }
    }
  }

  private void fault(Event event, SimulatedTomcat tomcat, int node) {
    world.faultsLeft--;
    switch (event.kind()) {
      case SILENCE -> world.fail(tomcat, node, Reason.TIMEOUT, false);
      case SILENCE_LATE -> world.fail(tomcat, node, Reason.TIMEOUT, true);
      case NODE_DIES -> world.nodeDies(node);
      case NODE_FREEZES -> world.nodeFreezes(node);
      case CUT -> world.cut(tomcat, node);
      case TOMCAT_DIES -> world.die(tomcat, false);
      case TOMCAT_DIES_LATE -> world.die(tomcat, true);
      case STALL -> world.stall(tomcat);
      default -> throw new IllegalStateException(event.toString());
    }
  }
}
