package io.holdfast.core.metrics;

/**
 * One number of Holdfast's: a count since the web application started, or a gauge that goes up and
 * down.
 */
public enum Metric {
  /** Records written to the store. */
  BACKUPS_STORED("Records written to the store"),
  /** Requests that left nothing to store. */
  BACKUPS_SKIPPED("Requests that left nothing to store"),
  /** Backups that only extended the time to live. */
  BACKUPS_TOUCHED("Backups that only extended the time to live"),
  /** Backups that failed: the session was in this Tomcat only. */
  BACKUPS_FAILED("Backups that failed: the session was in this Tomcat only"),
  /** Backups that a later one of their session replaced before they ran. */
  BACKUPS_COALESCED("Backups that a later one of their session replaced before they ran"),
  /** Backups that were not taken on, because too many waited or the application stopped. */
  BACKUPS_REFUSED("Backups rejected: the queue was full, or the application was stopping"),
  /** Sessions whose next backup waits for a thread now. */
  BACKUPS_WAITING("Sessions whose next backup waits for a thread now", true),
  /** Sessions of this Tomcat whose present state is on no node that answers. */
  SESSIONS_NOT_STORED(
      "Sessions in this Tomcat whose present state is on no node that answers", true),
  /** Writes that found a record which another write had changed meanwhile. */
  SAVE_CONFLICTS("Writes that found a record which another write had changed meanwhile"),
  /** Concurrent records of one session, which two Tomcats wrote without knowing of each other. */
  DIVERGENCES("Records of one session that two Tomcats wrote independently"),
  /** Changes given up: the lease was lost, the session had ended, or it went on elsewhere. */
  SAVES_REFUSED("Changes rejected: lease lost, session ended, or continued elsewhere"),
  /** Sessions read from the store. */
  LOADS_FOUND("Sessions read from the store"),
  /** Reads for which the store had no record. */
  LOADS_ABSENT("Reads for which the store had no record"),
  /** Reads that gave an unreadable record. */
  LOADS_UNREADABLE("Reads that gave an unreadable record"),
  /** Reads of a chunked record with missing chunks. */
  LOADS_INCOMPLETE("Reads of a large record with missing parts"),
  /** Reads that no node answered. */
  LOADS_FAILED("Reads that no node answered"),
  /** Sessions taken over from another Tomcat. */
  TAKEOVERS("Sessions taken over from another Tomcat"),
  /** Orphaned sessions that this Tomcat has expired. */
  ABANDONED_ENDED("Sessions ended here because no remaining Tomcat had them"),
  /** Sessions removed from the store. */
  DELETES("Sessions removed from the store"),
  /** Invalidations that were forgotten early because the list was full. */
  ENDS_FORGOTTEN("Ended sessions that this Tomcat forgot early because its list was full"),
  /** Bytes of the records written. */
  BYTES_WRITTEN("Bytes of the records written"),
  /** Bytes of the records read. */
  BYTES_READ("Bytes of the records read"),
  /** Threads that have been decoding for 30 s now and may never finish. */
  DECODES_OVERDUE("Threads that have been decoding for 30 s now and may never finish", true),
  /** Attributes that could not be written and stay in this Tomcat. */
  ATTRIBUTES_REJECTED("Attributes that could not be written and stay in this Tomcat"),
  /** Attributes that could not be read; the log names each once. */
  ATTRIBUTES_UNREADABLE("Attributes that could not be read and are missing from their session"),
  /** Attributes that could not be read, were set by the application, and so were replaced. */
  ATTRIBUTES_UNREADABLE_REPLACED(
      "Attributes that could not be read and that the application set: the bytes are replaced"),
  /** Times that a class was refused, on writing or on reading; the log names each class once. */
  CLASSES_REJECTED("Times that a class was refused, on writing or on reading"),
  /** Records above the size limit that were not stored. */
  RECORDS_TOO_LARGE("Records above the size limit that were not stored"),
  /** Operations that a node answered with an error, such as out of memory. */
  NODE_REFUSALS("Operations that a node answered with an error, such as out of memory"),
  /** Values that nodes evicted because their memory was full; not only of sessions. */
  NODE_EVICTIONS("Values that nodes evicted because their memory was full"),
  /** How much of its memory the fullest node uses. */
  NODE_MEMORY_PERCENT("Memory that the fullest node uses now, in percent", true),
  /** Nodes that do not answer now. */
  NODES_LOST("Nodes that do not answer now: their circuit breakers are open", true),
  /** Records that were written in chunks, on each node. */
  RECORDS_IN_PARTS("Records that were written in parts, on each node"),
  /** Requests that the ignore pattern kept from the store. */
  REQUESTS_IGNORED("Requests that the ignore pattern kept from the store"),
  /** Requests that got no new session, since it was uncertain whether the store has theirs. */
  REQUESTS_IN_DOUBT("Requests refused: the store did not say whether it has their session"),
  /** Questions for the list of a user that no node answered. */
  USER_LISTS_UNANSWERED(
      "Queries for a user's sessions that no node answered; session limits did not hold"),
  /** Times that an idle session released its objects for their bytes. */
  IDLE_GIVEN_UP("Times that an idle session released its objects"),
  /** Leases of sessions taken on the nodes. */
  LEASES_TAKEN("Leases of sessions taken on the nodes"),
  /** Leases passed from one request to the next on this Tomcat. */
  LEASES_HANDED_ON("Leases passed from one request to the next on this Tomcat"),
  /** Requests that had exclusive use in this Tomcat only, as no node answered. */
  LEASES_LOCAL("Requests that locked their session in this Tomcat only"),
  /** Leases that another Tomcat may have had before they were given back. */
  LEASES_LOST("Leases that others may have taken before they were released"),
  /** Requests that waited for a lease. */
  LEASE_WAITS("Requests that waited for a lease"),
  /** Total milliseconds that requests waited for leases. */
  LEASE_WAIT_MILLIS("Total milliseconds that requests waited for leases"),
  /** Requests whose wait for a lease timed out. */
  LEASE_TIMEOUTS("Requests that timed out waiting for a lease"),
  /** Requests refused because too many waited for the lease of their session already. */
  LEASE_QUEUES_FULL("Requests refused: too many waited for the lease of their session"),
  /** Unreachable nodes that a lease was taken without. */
  LEASE_NODES_LEFT_OUT("Silent nodes that a lease was taken without"),
  /** Values under a lease's key that are no lease. */
  LEASES_UNREADABLE("Unreadable values under the key of a lease"),
  /** Values on nodes or in files that were not sealed with a known key for their place. */
  SEALS_REFUSED("Values that are not encrypted with a configured key, or were altered"),
  /** Values that were not sealed and were read, as encryptionMigration allows. */
  UNSEALED_READ("Unencrypted values that were read, as encryptionMigration allows"),
  /** Sessions restored from files, by a request or to be stored again. */
  FILES_TAKEN_BACK("Sessions restored from files"),
  /** Files whose session had ended, or was newer elsewhere. */
  FILES_OUTDATED("Files whose session had ended or is newer elsewhere"),
  /** Files that hold no usable session. */
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
