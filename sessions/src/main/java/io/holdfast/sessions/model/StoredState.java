package io.holdfast.sessions.model;

import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.VersionHistory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the store holds of a session, as far as this Tomcat knows.
 *
 * @param lineage of the record; its version is 0 if none was ever stored
 * @param header the part of the session outside its attributes
 * @param attributes fingerprint of the encoded attributes
 * @param nodeIds the nodes that hold the record; empty if none is known to
 * @param refreshedAt when the store was last told a time to live, milliseconds since the epoch
 */
public record StoredState(
    VersionHistory lineage,
    @Nullable Header header,
    @Nullable Fingerprint attributes,
    List<String> nodeIds,
    long refreshedAt) {

  public static final StoredState NEVER =
      new StoredState(VersionHistory.counted(0), null, null, List.of(), 0);

  public StoredState {
    nodeIds = List.copyOf(nodeIds);
  }

  public long version() {
    return lineage.version();
  }

  /** Whether the record has this header and these attributes. */
  public boolean says(Header otherHeader, Fingerprint otherAttributes) {
    return otherHeader.equals(header) && otherAttributes.equals(attributes);
  }

  public boolean isStored() {
    return !nodeIds.isEmpty();
  }

  public StoredState refreshed(long at) {
    return new StoredState(lineage, header, attributes, nodeIds, at);
  }

  /** The same content, but no node is known to hold it. */
  public StoredState lost() {
    return new StoredState(lineage, header, attributes, List.of(), refreshedAt);
  }

  /**
   * What is compared to see whether a record must be written though no attribute changed. Principal
   * and notes count by identity: containers replace them, they do not change them.
   */
  public record Header(
      SessionId id,
      int maxInactiveInterval,
      @Nullable String authType,
      Identity principal,
      Identity notes) {

    public static Header of(SessionView session) {
      return of(session, session.sessionId());
    }

    public static Header of(SessionView session, SessionId id) {
      return new Header(
          id,
          session.times().maxInactiveInterval(),
          session.authType(),
          Identity.of(session.principal()),
          Identity.of(session.storableNotes()));
    }
  }

  /** Compares an object by identity. */
  public record Identity(@Nullable Object object) {

    private static final Identity NONE = new Identity(null);

    /** Most sessions have neither a user nor notes. */
    public static Identity of(@Nullable Object object) {
      return object == null ? NONE : new Identity(object);
    }

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
