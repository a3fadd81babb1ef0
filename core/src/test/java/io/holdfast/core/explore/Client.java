package io.holdfast.core.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Somebody who sends requests for one session, each after the answer to the one before. */
final class Client {

  final String name;
  final List<Turn> turns;
  final List<Answer> answers = new ArrayList<>();

  /** Under which the client knows the session. */
  String sessionId;

  boolean isWaiting;

  /** What the application does next for the client's request; null if it is not at work. */
  @Nullable CompletableFuture<Void> pause;

  /** How often the application has paused. */
  int pauses;

  Client(String name, String sessionId, List<Turn> turns) {
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

  /** The application works for a while. */
  CompletableFuture<Void> pause() {
    pauses++;
    pause = new CompletableFuture<>();
    return pause;
  }

  long fingerprint() {
    long digest = Digest.of(isWaiting ? 1 : 2, pause == null ? 0 : pauses);
    for (Answer answer : answers) {
      digest = Digest.of(digest, answer.digest());
    }
    return digest;
  }
}
