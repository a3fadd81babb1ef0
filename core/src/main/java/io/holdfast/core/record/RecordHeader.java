package io.holdfast.core.record;

import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.VersionHistory;

/**
 * What a record says about itself, readable without its transcoder.
 *
 * @param transcoderName short name of the transcoder that wrote the graphs
 * @param lineage its version, and the versions that it includes
 * @param times clock readings and interval
 * @param totalBytes size of the whole record
 */
public record RecordHeader(
    String transcoderName, VersionHistory lineage, SessionTimes times, int totalBytes) {

  /** The version of the record; a larger one is newer. */
  public long version() {
    return lineage.version();
  }
}
