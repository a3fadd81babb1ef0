package io.holdfast.sessions.explore;

import io.holdfast.core.storage.NodeStore;
import io.holdfast.sessions.engine.EngineTomcat;
import io.holdfast.sessions.engine.FakeInstance;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.sessions.lock.LockOutcome;
import java.util.concurrent.CompletableFuture;

/** How Tomcats speak to nodes and answer clients: as they do, or in a way that is wrong. */
interface Protocol {

  /** The protocol as it is. */
  Protocol TRUE = (connection, node) -> connection;

  /** The same, where a node grants a lease, and reads behind it, in one step. */
  Protocol IN_ONE_STEP =
      new Protocol() {
        @Override
        public NodeStore over(NodeStore connection, int node) {
          return connection;
        }

        @Override
        public boolean isInOneStep() {
          return true;
        }
      };

  /** Whether a node grants a lease, and reads behind it, in one step. */
  default boolean isInOneStep() {
    return false;
  }

  /**
   * What a Tomcat uses instead of a connection.
   *
   * @param node the number of the node
   */
  NodeStore over(NodeStore connection, int node);

  /** Whether what nodes have read behind the question for the lease counts as read under it. */
  default boolean doReadsCount(LockOutcome.Granted granted) {
    return granted.isAtOnce();
  }

  /** Whether who creates a session has the lease before its client learns the id. */
  default boolean keepsCreated() {
    return true;
  }

  /** Lets the response of a finished request leave; completes when it may. */
  default CompletableFuture<SaveOutcome> leave(EngineTomcat tomcat, FakeInstance session) {
    return tomcat.leaveLater(session);
  }

  /** The client has all of the answer to a request that uses a session. */
  default void answered(FakeInstance session) {
    session.instanceState().use().requestAnswered();
  }

  /** The client is told that its request failed, and the application is at work on it. */
  default void refused(FakeInstance session) {
    session.instanceState().use().requestAnswered();
  }

  /** The wait of a request for the save of its session has run out: it is refused. */
  default void giveUp(FakeInstance session) {
    session.instanceState().saves().giveUp();
  }
}
