package io.holdfast.core.metrics;

/**
 * One number of Holdfast's: a count since the web application started, or a gauge that goes up and
 * down.
 */
public enum Metric {
  BACKUPS_STORED("Records written to the store"),
  BACKUPS_SKIPPED("Requests that left nothing to store"),
  BACKUPS_TOUCHED("Backups that only extended the time to live"),
  BACKUPS_FAILED("Backups that failed: the session was in this Tomcat only"),
  BACKUPS_COALESCED("Backups that a later one of their session replaced before they ran"),
  BACKUPS_REFUSED("Backups rejected: the queue was full, or the application was stopping"),
  BACKUPS_WAITING("Sessions whose next backup waits for a thread now", true),
  SESSIONS_NOT_STORED(
      "Sessions in this Tomcat whose present state is on no node that answers", true),
  SAVE_CONFLICTS("Writes that found a record which another write had changed meanwhile"),
  DIVERGENCES("Records of one session that two Tomcats wrote independently"),
  SAVES_REFUSED("Changes rejected: lease lost, session ended, or continued elsewhere"),
  LOADS_FOUND("Sessions read from the store"),
  LOADS_ABSENT("Reads for which the store had no record"),
  LOADS_UNREADABLE("Reads that gave an unreadable record"),
  LOADS_INCOMPLETE("Reads of a large record with missing parts"),
  LOADS_FAILED("Reads that no node answered"),
  TAKEOVERS("Sessions taken over from another Tomcat"),
  ABANDONED_ENDED("Sessions ended here because no remaining Tomcat had them"),
  DELETES("Sessions removed from the store"),
  ENDS_FORGOTTEN("Ended sessions that this Tomcat forgot early because its list was full"),
  BYTES_WRITTEN("Bytes of the records written"),
  BYTES_READ("Bytes of the records read"),
  DECODES_OVERDUE("Threads that have been decoding for 30 s now and may never finish", true),
  ATTRIBUTES_REJECTED("Attributes that could not be written and stay in this Tomcat"),
  ATTRIBUTES_UNREADABLE("Attributes that could not be read and are missing from their session"),
  ATTRIBUTES_UNREADABLE_REPLACED(
      "Attributes that could not be read and that the application set: the bytes are replaced"),
  CLASSES_REJECTED("Times that a class was refused, on writing or on reading"),
  RECORDS_TOO_LARGE("Records above the size limit that were not stored"),
  NODE_REFUSALS("Operations that a node answered with an error, such as out of memory"),
  NODE_EVICTIONS("Values that nodes evicted because their memory was full"),
  NODE_MEMORY_PERCENT("Memory that the fullest node uses now, in percent", true),
  NODES_LOST("Nodes that do not answer now: their circuit breakers are open", true),
  RECORDS_IN_PARTS("Records that were written in parts, on each node"),
  REQUESTS_IGNORED("Requests that the ignore pattern kept from the store"),
  REQUESTS_IN_DOUBT("Requests refused: the store did not say whether it has their session"),
  USER_LISTS_UNANSWERED(
      "Queries for a user's sessions that no node answered; session limits did not hold"),
  IDLE_GIVEN_UP("Times that an idle session released its objects"),
  LEASES_TAKEN("Leases of sessions taken on the nodes"),
  LEASES_HANDED_ON("Leases passed from one request to the next on this Tomcat"),
  LEASES_LOCAL("Requests that locked their session in this Tomcat only"),
  LEASES_LOST("Leases that others may have taken before they were released"),
  LEASE_WAITS("Requests that waited for a lease"),
  LEASE_WAIT_MILLIS("Total milliseconds that requests waited for leases"),
  LEASE_TIMEOUTS("Requests that timed out waiting for a lease"),
  LEASE_QUEUES_FULL("Requests refused: too many waited for the lease of their session"),
  LEASE_NODES_LEFT_OUT("Silent nodes that a lease was taken without"),
  LEASES_UNREADABLE("Unreadable values under the key of a lease"),
  SEALS_REFUSED("Values that are not encrypted with a configured key, or were altered"),
  UNSEALED_READ("Unencrypted values that were read, as encryptionMigration allows"),
  FILES_TAKEN_BACK("Sessions restored from files"),
  FILES_OUTDATED("Files whose session had ended or is newer elsewhere"),
  FILES_UNREADABLE("Files that hold no usable session");

  private final String description;
  private final boolean isGauge;

  Metric(String description) {
    this(description, false);
  }

  Metric(String description, boolean isGauge) {
    this.description = description;
    this.isGauge = isGauge;
  }

  /** Returns whether it goes up and down, and is known without being counted. */
  public boolean isGauge() {
    return isGauge;
  }

  /** One line for an operator. */
  public String description() {
    return description;
  }
}
