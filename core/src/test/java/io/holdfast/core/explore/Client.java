package io.holdfast.core.explore;

import java.util.ArrayList;
import java.util.List;

/** Somebody who sends requests for one session, each after the answer to the one before. */
final class Client {

  final String name;
  final List<Turn> turns;
  final List<Answer> answers = new ArrayList<>();

  /** Under which the client knows the session. */
  String sessionId;

  boolean isWaiting;

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

  long fingerprint() {
    long digest = isWaiting ? 1 : 2;
    for (Answer answer : answers) {
      digest = Digest.of(digest, answer.digest());
    }
    return digest;
  }
}
