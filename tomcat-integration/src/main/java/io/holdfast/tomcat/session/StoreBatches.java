package io.holdfast.tomcat.session;

import io.holdfast.sessions.model.StoreWait;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks the store about many sessions at a time. Tomcat checks the sessions of all its applications
 * on one thread, one after the other. With a slow node, two round trips for each would take hours.
 *
 * @param <S> a session of this Tomcat
 */
public final class StoreBatches<S> {

  /** Their records are in memory at the same time. */
  static final int SIZE = 200;

  private final Function<S, CompletableFuture<Boolean>> question;
  private final StoreWait store;
  private final Map<S, CompletableFuture<Boolean>> answers = new ConcurrentHashMap<>();

  /**
   * Creates one that has asked for nothing.
   *
   * @param question asks for one session
   * @param store how to wait for the answers
   */
  StoreBatches(Function<S, CompletableFuture<Boolean>> question, StoreWait store) {
    this.question = question;
    this.store = store;
  }

  /** Asks for sessions. Afterwards {@link #answerFor} has the answer for each. */
  void ask(List<S> sessions) {
    for (int from = 0; from < sessions.size(); from += SIZE) {
      List<CompletableFuture<Boolean>> batch = new ArrayList<>();
      for (S session : sessions.subList(from, Math.min(from + SIZE, sessions.size()))) {
        batch.add(answers.computeIfAbsent(session, question));
      }
      var unused = store.await(CompletableFuture.allOf(batch.toArray(CompletableFuture[]::new)));
    }
  }

  /** The answer for a session; null if it was not asked for, or was given before. */
  @Nullable CompletableFuture<Boolean> answerFor(S session) {
    return answers.remove(session);
  }

  /** Hands over the sessions whose answers were not taken; requests may have taken some since. */
  void settle(Consumer<S> rest) {
    for (S session : List.copyOf(answers.keySet())) {
      rest.accept(session);
      answers.remove(session);
    }
  }
}
