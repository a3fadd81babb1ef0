package io.holdfast.core.storage;

import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** An operation on one node failed; the message says which node, what, and within which time. */
public final class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Why an operation failed. */
  public enum Reason {
    /** No answer within the deadline. */
    TIMEOUT,
    /**
     * Too many operations of this node are in flight, and nothing was sent; or a value in chunks
     * was replaced again and again while it was read.
     */
    BUSY,
    /** The value is above the limit set here, and was not sent, or above the node's own. */
    TOO_LARGE,
    /** There is no connection, or the circuit breaker is open; nothing was sent. */
    UNAVAILABLE,
    /**
     * The connection was dropped after the node had refused another operation. The node is well;
     * whether it carried this one out is unknown.
     */
    DROPPED,
    /** The node answered with an error, for example that it is out of memory. */
    REFUSED
  }

  private final Reason reason;
  private final String description;

  /** Creates the exception. */
  public StoreException(Reason reason, String nodeId, String message, @Nullable Throwable cause) {
    super("node " + nodeId + ": " + message, cause);
    this.reason = reason;
    this.description = message;
  }

  /** Why it failed. */
  public Reason reason() {
    return reason;
  }

  /**
   * The reason behind the failure of a store's future, also where a dependent future wrapped it;
   * null if it is no {@code StoreException}.
   */
  public static @Nullable Reason reasonOf(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof StoreException store ? store.reason : null;
  }

  /** What failed and why, as {@link #reasonOf} finds it; without the id of the node. */
  public static String descriptionOf(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof StoreException store ? store.description : String.valueOf(cause);
  }
}
