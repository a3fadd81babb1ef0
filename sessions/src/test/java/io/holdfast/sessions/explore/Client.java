package io.holdfast.sessions.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A client that sends requests for one session, each after the answer to the one before. */
final class Client implements Visit {

  private final World world;
  final String name;
  final List<Turn> turns;
  final List<Answer> answers = new ArrayList<>();

  /** Under which the client knows the session. */
  String sessionId;

  boolean isWaiting;

  /** Whether its next request comes as soon as the Tomcat encodes the session. */
  boolean awaitsEncode;

  /** Whether that request is answered then, before the session is encoded. */
  boolean isHeardDuringEncode;

  /** What the application does next for the client's request; null if it is not at work. */
  @Nullable CompletableFuture<Void> pause;

  /** To be told that the wait for the save runs out; null if that cannot happen now. */
  @Nullable CompletableFuture<Boolean> patience;

  /** How often the application has paused. */
  int pauses;

  Client(World world, String name, String sessionId, List<Turn> turns) {
    this.world = world;
    this.name = name;
    this.sessionId = sessionId;
    this.turns = List.copyOf(turns);
  }

  boolean isDone() {
    return answers.size() == turns.size();
  }

  Turn next() {
    return turns.get(answers.size());
  }

  @Override
  public CompletableFuture<Void> work() {
    pauses++;
    pause = new CompletableFuture<>();
    return pause;
  }

  @Override
  public CompletableFuture<Void> workBehindAnswer() {
    return world.workBehindAnswer(this);
  }

  @Override
  public void told() {
    world.told(this);
  }

  @Override
  public void hasExpired() {
    world.expired(world.tomcats.get(next().tomcat()), world.promises.startOf(this));
  }

  @Override
  public CompletableFuture<Boolean> outlasts(CompletableFuture<?> save) {
    CompletableFuture<Boolean> outlasts = new CompletableFuture<>();
    patience = next().isImpatient() ? outlasts : null;
    var unused = save.whenComplete((saved, failure) -> outlasts.complete(true));
    return outlasts;
  }

  long fingerprint() {
    long digest =
        Digest.of(
            isWaiting ? 1 : !awaitsEncode ? 2 : isHeardDuringEncode ? 3 : 4,
            pause == null ? 0 : pauses,
            patience == null ? 0 : 1);
    for (Answer answer : answers) {
      digest = Digest.of(digest, answer.digest());
    }
    return digest;
  }
}
