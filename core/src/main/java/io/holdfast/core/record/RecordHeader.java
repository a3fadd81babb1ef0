package io.holdfast.core.record;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.VersionHistory;
import org.jspecify.annotations.Nullable;

/**
 * What a record says about itself, readable without its transcoder.
 *
 * @param transcoderName short name of the transcoder that wrote the graphs
 * @param id the session's id
 * @param lineage its version, and the versions that it includes
 * @param times clock readings and interval
 * @param authType how the user was authenticated; null without a user
 * @param attributesApart whether each attribute is a graph of its own
 * @param totalBytes size of the whole record
 * @param attributeBytes size of the attributes' graphs, without their names; of compressed ones the
 *     unpacked size, with their names
 */
public record RecordHeader(
    String transcoderName,
    SessionId id,
    VersionHistory lineage,
    SessionTimes times,
    @Nullable String authType,
    boolean attributesApart,
    int totalBytes,
    int attributeBytes) {

  /** The version of the record; a larger one is newer. */
  public long version() {
    return lineage.version();
  }
}
