package io.holdfast.sessions.sticky;

import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.session.RecordRank;
import io.holdfast.sessions.model.StoredState;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state in which a session goes on although unreachable nodes may hold a newer record.
 *
 * @param basis version of the last record that the session certainly includes
 * @param unreachable nodes that may hold a newer one
 * @param header the part of the session outside its attributes when the uncertainty began; null if
 *     it was never stored
 * @param attributes fingerprints of its attributes then, by name
 * @param newer rank of the lowest newer record that was found: the session has to be made from that
 *     or a later one, and this Tomcat's own merges are such; null while there is none
 */
record Uncertainty(
    long basis,
    Set<String> unreachable,
    StoredState.@Nullable Header header,
    Map<String, Fingerprint> attributes,
    @Nullable RecordRank newer) {

  Uncertainty {
    unreachable = Set.copyOf(unreachable);
    attributes = Map.copyOf(attributes);
  }

  /** The uncertainty that these nodes leave; null if none is left and no newer record was found. */
  @Nullable Uncertainty about(Set<String> nodeIds) {
    return nodeIds.isEmpty() && newer == null
        ? null
        : new Uncertainty(basis, nodeIds, header, attributes, newer);
  }

  /** The same for a session that was made from its record since. */
  Uncertainty of(StoredState.Header then) {
    return new Uncertainty(basis, unreachable, header == null ? then : header, attributes, newer);
  }

  /** The same with notes that differ from those of the record, but not by a local change. */
  Uncertainty withNotes(StoredState.Identity notes) {
    StoredState.Header then = header;
    return then == null
        ? this
        : new Uncertainty(
            basis,
            unreachable,
            new StoredState.Header(
                then.id(), then.maxInactiveInterval(), then.authType(), then.principal(), notes),
            attributes,
            newer);
  }

  /**
   * The same for a session into whose record changes were merged: they still count as local ones,
   * since a certain record may be found later that lacks them.
   *
   * @param own the changes
   * @param before the uncertainty in which they were made
   */
  Uncertainty with(LocalChanges own, Uncertainty before) {
    Map<String, Fingerprint> base = new HashMap<>(attributes);
    base.keySet().removeAll(own.set().keySet());
    before.attributes.forEach(
        (name, fingerprint) -> {
          if (own.removed().contains(name)) {
            base.put(name, fingerprint);
          }
        });
    return new Uncertainty(
        basis, unreachable, own.isHeader() ? before.header : header, base, newer);
  }

  /** The same when a newer record was found; the lowest counts. */
  Uncertainty outdatedBy(RecordRank record) {
    return new Uncertainty(
        basis,
        unreachable,
        header,
        attributes,
        newer == null || record.compareTo(newer) < 0 ? record : newer);
  }

  boolean isOutdated() {
    return newer != null;
  }

  /** Whether a record may have what the session lacks, because such a one was found before. */
  boolean outdates(RecordRank record) {
    return newer != null && record.compareTo(newer) >= 0;
  }
}
