package io.holdfast.sessions.sticky;

import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.sessions.model.SessionView;
import io.holdfast.sessions.model.SnapshotCodec;
import io.holdfast.sessions.model.StoredState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What was changed here in a session that was uncertain, to be merged into a newer record.
 *
 * @param set attributes that were set or changed, with their values
 * @param removed names of attributes that were removed
 * @param isUser whether the authenticated user changed; also from or to none
 * @param isInterval whether the interval was changed
 * @param isNotes whether the container's notes changed
 */
record LocalChanges(
    Map<String, Object> set,
    Set<String> removed,
    boolean isUser,
    boolean isInterval,
    boolean isNotes) {

  /**
   * Compares a session with its state when the uncertainty began.
   *
   * @param attributes the session's, as they are now
   * @throws java.util.ConcurrentModificationException if it is being changed all the time
   */
  static LocalChanges of(
      SessionView session,
      Map<String, Object> attributes,
      Uncertainty uncertainty,
      SnapshotCodec codec) {
    Map<String, Object> set = new LinkedHashMap<>(attributes);
    Map<String, Fingerprint> now = codec.fingerprints(session.sessionId(), attributes);
    set.keySet().retainAll(now.keySet());
    set.keySet()
        .removeIf(name -> Objects.equals(now.get(name), uncertainty.attributes().get(name)));
    Set<String> removed = new TreeSet<>(uncertainty.attributes().keySet());
    removed.removeAll(attributes.keySet());
    StoredState.Header before = uncertainty.header();
    StoredState.Header header = StoredState.Header.of(session);
    return new LocalChanges(
        set,
        removed,
        before != null
            && (!before.principal().equals(header.principal())
                || !Objects.equals(before.authType(), header.authType())),
        before != null && before.maxInactiveInterval() != header.maxInactiveInterval(),
        before != null && !before.notes().equals(header.notes()));
  }

  boolean isEmpty() {
    return set.isEmpty() && removed.isEmpty() && !isHeader();
  }

  /** Whether anything outside the attributes changed. */
  boolean isHeader() {
    return isUser || isInterval || isNotes;
  }

  /**
   * Whether the notes are to be as they are here. Where somebody logged in or out at the other
   * Tomcat they are that one's: a login notes the single sign-on, and has no use for a request that
   * it interrupted.
   *
   * @param here how the user is authenticated here; null without one
   * @param newer the same in the newer record
   */
  boolean areNotesFromHere(@Nullable String here, @Nullable String newer) {
    return isNotes && (isUser || Objects.equals(here, newer));
  }

  /** The attributes of a newer record with the local changes. */
  Map<String, Object> over(Map<String, Object> attributes) {
    Map<String, Object> laid = new LinkedHashMap<>(attributes);
    laid.keySet().removeAll(removed);
    laid.putAll(set);
    return laid;
  }

  /**
   * The attributes of a newer record with the local changes, in bytes.
   *
   * @param here the attributes as they are here
   */
  EncodedAttributes.Apart over(EncodedAttributes.Apart here, EncodedAttributes.Apart newer) {
    Map<String, Bytes> laid = new TreeMap<>(newer.graphs());
    laid.keySet().removeAll(removed);
    here.graphs()
        .forEach(
            (name, graph) -> {
              if (set.containsKey(name)) {
                laid.put(name, graph);
              }
            });
    return new EncodedAttributes.Apart(laid);
  }
}
