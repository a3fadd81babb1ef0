package io.holdfast.sessions.explore;

import io.holdfast.core.storage.NodeStore;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One operation on its way from a Tomcat to a node.
 *
 * @param id the same in every play in which the Tomcat saw the same before it sent this
 * @param verb what it does
 * @param key to what
 * @param text what it does, for people
 * @param action does it
 * @param answer what the Tomcat waits for
 */
record Operation<T>(
    long id,
    Verb verb,
    String key,
    Supplier<String> text,
    Function<NodeStore, CompletableFuture<T>> action,
    CompletableFuture<T> answer) {

  enum Verb {
    LOAD,
    STORE,
    REMOVE,
    RENEW,
    TOUCH,
    /** Writes a lease, and renews and reads the record behind it, in one step. */
    LEASE;

    /** Whether it matters when it is carried out and no Tomcat waits for the answer. */
    boolean changes() {
      return this != LOAD;
    }
  }

  @Override
  public String toString() {
    return text.get();
  }
}
