package io.holdfast.core.flow;

import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.session.SessionId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the store holds of a session, as far as this Tomcat knows.
 *
 * @param version of the record; 0 if none was ever stored
 * @param header the part of the session outside its attributes
 * @param attributes fingerprint of the encoded attributes
 * @param nodeIds the nodes that hold the record; empty if no node is known to
 * @param refreshedAt when the store was last told a time to live, milliseconds since the epoch
 */
record StoredState(
    long version,
    @Nullable Header header,
    @Nullable Fingerprint attributes,
    List<String> nodeIds,
    long refreshedAt) {

  static final StoredState NEVER = new StoredState(0, null, null, List.of(), 0);

  StoredState {
    nodeIds = List.copyOf(nodeIds);
  }

  boolean isStored() {
    return !nodeIds.isEmpty();
  }

  StoredState refreshed(long at) {
    return new StoredState(version, header, attributes, nodeIds, at);
  }

  /** The same knowledge of content, but no node is known to hold it. */
  StoredState lost() {
    return new StoredState(version, header, attributes, List.of(), refreshedAt);
  }

  /**
   * What is compared to see whether a record must be written though no attribute changed. The
   * principal counts by identity: containers replace it, they do not change it.
   */
  record Header(
      SessionId id, int maxInactiveInterval, @Nullable String authType, Identity principal) {

    static Header of(SessionView session) {
      return of(session, session.sessionId());
    }

    static Header of(SessionView session, SessionId id) {
      return new Header(
          id,
          session.times().maxInactiveInterval(),
          session.authType(),
          new Identity(session.principal()));
    }
  }

  /** Compares an object by identity. */
  record Identity(@Nullable Object object) {

    @Override
    @SuppressWarnings("ReferenceEquality")
    public boolean equals(@Nullable Object other) {
      return other instanceof Identity that && object == that.object;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(object);
    }
  }
}
