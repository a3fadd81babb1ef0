package io.holdfast.sessions.explore;

import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.engine.EngineTomcat;
import io.holdfast.sessions.engine.FakeInstance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One Tomcat with its connections; its code runs when something happens to it, to the end. */
final class SimulatedTomcat {

  final int index;
  final String name;

  /** For each node what was sent to it and not answered; a node answers in this order. */
  final List<Deque<Operation<?>>> sent = new ArrayList<>();

  /** For each node how the connection is; a Tomcat learns it later. */
  final Link[] links;

  /** For each node whether this Tomcat does not reach it although it is there. */
  final boolean[] isCut;

  /** What a connection is good for. */
  enum Link {
    /** Operations are carried out and answered. */
    ALIVE,
    /** Nothing is answered; what was sent may arrive some time. */
    SILENT,
    /** Nothing is answered or arrives. */
    DEAD
  }

  /** Until when its timer has run. */
  Instant timerNow;

  boolean hasDied;
  boolean isStalled;

  /** What has to be done after a stall. */
  private final List<Runnable> missed = new ArrayList<>();

  private long missedDigest;

  /** Stands for everything that happened to this Tomcat and had effects, in order. */
  private long history;

  /** Stands for what happened since, in any order, and had no effect yet. */
  private long silent;

  /** What is sent now gets its id from this. */
  private long reaction;

  private int sentInReaction;
  private boolean hasAnswered;
  private final InstantSource clock;
  private @Nullable EngineTomcat tomcat;

  SimulatedTomcat(int index, int nodes, InstantSource clock) {
    this.clock = clock;
    this.index = index;
    this.name = "T" + (index + 1);
    this.history = index;
    this.links = new Link[nodes];
    this.isCut = new boolean[nodes];
    this.timerNow = clock.instant();
    for (int i = 0; i < nodes; i++) {
      links[i] = Link.ALIVE;
      sent.add(new ArrayDeque<>());
    }
  }

  void runs(EngineTomcat real) {
    tomcat = real;
  }

  EngineTomcat real() {
    if (tomcat == null) {
      throw new IllegalStateException("not yet started");
    }
    return tomcat;
  }

  boolean isAwake() {
    return !hasDied && !isStalled;
  }

  /** Whether it waits for no answer. */
  boolean isIdle() {
    return sent.stream().allMatch(Deque::isEmpty);
  }

  /** Whether it tries to use a node. */
  boolean trusts(String nodeId) {
    return real().health.isAvailable(nodeId);
  }

  /**
   * Something happens to this Tomcat.
   *
   * @param event stands for what
   * @param told stands for what it learns by that
   * @param isRead whether it is the answer to a read: the order of several such does not matter as
   *     long as nothing follows from them
   * @param step what it does
   */
  void react(long event, long told, boolean isRead, Runnable step) {
    if (isStalled) {
      missedDigest = Digest.of(missedDigest, event, told);
      missed.add(() -> react(event, told, isRead, step));
      return;
    }
    long with = silent + Digest.of(event, told);
    reaction = Digest.of(history, with, clock.millis());
    sentInReaction = 0;
    hasAnswered = false;
    long scheduled = real().timer.scheduled();
    step.run();
    boolean hadEffect = sentInReaction > 0 || hasAnswered || scheduled != real().timer.scheduled();
    if (isRead && !hadEffect) {
      silent = with;
    } else {
      history = reaction;
      silent = 0;
    }
  }

  /** It is told something by the way, which it may act on at once. */
  void learns(long told) {
    reaction = Digest.of(reaction, told);
  }

  /** The answer to a request leaves, or something else that clients may notice happens. */
  void noteAnswer() {
    hasAnswered = true;
  }

  /** Whether it did something when something happened to it last, and no answer left by that. */
  boolean hasReactedSilently() {
    return isAwake() && !hasAnswered;
  }

  long nextOperationId() {
    sentInReaction++;
    return Digest.of(reaction, sentInReaction);
  }

  /** Goes on after a stall. */
  void wake() {
    isStalled = false;
    List<Runnable> late = List.copyOf(missed);
    missed.clear();
    missedDigest = 0;
    late.forEach(Runnable::run);
  }

  /** When its timer has something to do, which may be over; null if never. */
  @Nullable Instant timerDue() {
    Duration until = real().timer.untilNext();
    return until == null ? null : timerNow.plus(until);
  }

  /** Stores again what is missing on nodes that came back. */
  void repairAll() {
    real().shared.nodeReturned();
    for (SessionId id : real().shared.ended()) {
      var unused = real().shared.repairEnd(id);
    }
    for (FakeInstance session : List.copyOf(real().local.values())) {
      var unused = real().shared.repair(session);
    }
  }

  long fingerprint() {
    long digest = Digest.of(history, silent, missedDigest, flags());
    for (Deque<Operation<?>> queue : sent) {
      for (Operation<?> operation : queue) {
        digest = Digest.of(digest, operation.id());
      }
      digest = Digest.of(digest, queue.size());
    }
    return digest;
  }

  private long flags() {
    long flags = Digest.of(hasDied ? 1 : 0, isStalled ? 1 : 0);
    for (int i = 0; i < links.length; i++) {
      flags = Digest.of(flags, Digest.of(links[i].name()), isCut[i] ? 1 : 0);
    }
    return flags;
  }
}
