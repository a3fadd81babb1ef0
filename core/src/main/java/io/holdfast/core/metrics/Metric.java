package io.holdfast.core.metrics;

/**
 * One number of Holdfast's: a count since the web application started, or a gauge that goes up and
 * down.
 */
public enum Metric {
  /** Records written to the store. */
  BACKUPS_STORED("Records written to the store"),
  /** Requests after which nothing had to be told to the store. */
  BACKUPS_SKIPPED("Requests after which nothing had to be told to the store"),
  /** Backups that only extended the time to live. */
  BACKUPS_TOUCHED("Backups that only extended the time to live"),
  /** Backups that failed: the session was in this Tomcat only. */
  BACKUPS_FAILED("Backups that failed: the session was in this Tomcat only"),
  /** Backups that a later one of their session replaced before they ran. */
  BACKUPS_COALESCED("Backups that a later one of their session replaced before they ran"),
  /** Backups that were not taken on, because too many waited or the application stopped. */
  BACKUPS_REFUSED("Backups not taken on: too many waited, or the application stopped"),
  /** Sessions whose next backup waits for a thread now. */
  BACKUPS_WAITING("Sessions whose next backup waits for a thread now", true),
  /** Sessions of this Tomcat whose present state is on no node that answers. */
  SESSIONS_NOT_STORED(
      "Sessions in this Tomcat whose present state is on no node that answers", true),
  /** Writes that found a record which another write had changed meanwhile. */
  SAVE_CONFLICTS("Writes that found a record which another write had changed meanwhile"),
  /** Concurrent records of one session, which two Tomcats wrote without knowing of each other. */
  DIVERGENCES("Records of one session that two Tomcats wrote without knowing of each other"),
  /** Changes given up: the lease was lost, the session had ended, or it went on elsewhere. */
  SAVES_REFUSED("Changes given up: lease lost, session ended, or gone on elsewhere"),
  /** Sessions read from the store. */
  LOADS_FOUND("Sessions read from the store"),
  /** Reads for which the store had no record. */
  LOADS_ABSENT("Reads for which the store had no record"),
  /** Reads that gave an unreadable record. */
  LOADS_UNREADABLE("Reads that gave an unreadable record"),
  /** Reads of a chunked record with missing chunks. */
  LOADS_INCOMPLETE("Reads of a record in parts that were not all there"),
  /** Reads that no node answered. */
  LOADS_FAILED("Reads that no node answered"),
  /** Sessions taken over from another Tomcat. */
  TAKEOVERS("Sessions taken over from another Tomcat"),
  /** Orphaned sessions that this Tomcat has expired. */
  ABANDONED_ENDED("Sessions ended here because no Tomcat was left that had them"),
  /** Sessions removed from the store. */
  DELETES("Sessions removed from the store"),
  /** Invalidations that were forgotten before their time, for want of room. */
  ENDS_FORGOTTEN("Ends of sessions that were forgotten before their time, for want of room"),
  /** Bytes of the records written. */
  BYTES_WRITTEN("Bytes of the records written"),
  /** Bytes of the records read. */
  BYTES_READ("Bytes of the records read"),
  /** Threads that have been decoding for 30 s now, and may never come back. */
  DECODES_OVERDUE("Threads that have been decoding for 30 s now, and may never come back", true),
  /** Attributes that could not be written and stay in this Tomcat. */
  ATTRIBUTES_REJECTED("Attributes that could not be written and stay in this Tomcat"),
  /** Attributes that could not be read; the log names each once. */
  ATTRIBUTES_UNREADABLE(
      "Attributes of sessions that could not be read, and that the session lacks"),
  /** Attributes that could not be read, were set by the application, and so were replaced. */
  ATTRIBUTES_UNREADABLE_REPLACED(
      "Attributes that could not be read and that the application set: the bytes are replaced"),
  /** Times that a class was refused, on writing or on reading; the log names each class once. */
  CLASSES_REJECTED("Times that a class was refused, on writing or on reading"),
  /** Records above the size limit that were not stored. */
  RECORDS_TOO_LARGE("Records above the size limit that were not stored"),
  /** Operations that a node answered with an error, such as for want of memory. */
  NODE_REFUSALS("Operations that a node answered with an error, such as for want of memory"),
  /** Values that nodes gave up before their time, for want of memory; not only of sessions. */
  NODE_EVICTIONS("Values that nodes gave up before their time, for want of memory"),
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
      "Questions for the sessions of a user that no node answered; limits of sessions did not hold"),
  /** Times that a session without requests gave up its objects for their bytes. */
  IDLE_GIVEN_UP("Times that a session without requests gave up its objects"),
  /** Leases of sessions taken on the nodes. */
  LEASES_TAKEN("Leases of sessions taken on the nodes"),
  /** Leases handed from a request to the next one of this Tomcat. */
  LEASES_HANDED_ON("Leases handed from a request to the next one of this Tomcat"),
  /** Requests that had exclusive use in this Tomcat only, as no node answered. */
  LEASES_LOCAL("Requests that had a session to themselves in this Tomcat only"),
  /** Leases that another Tomcat may have had before they were given back. */
  LEASES_LOST("Leases that others may have had before they were given back"),
  /** Requests that waited for a lease. */
  LEASE_WAITS("Requests that waited for a lease"),
  /** Milliseconds that requests waited for leases, together. */
  LEASE_WAIT_MILLIS("Milliseconds that requests waited for leases, together"),
  /** Requests whose wait for a lease timed out. */
  LEASE_TIMEOUTS("Requests that waited for a lease in vain"),
  /** Requests refused because too many waited for the lease of their session already. */
  LEASE_QUEUES_FULL("Requests refused: too many waited for the lease of their session"),
  /** Unreachable nodes that a lease was taken without. */
  LEASE_NODES_LEFT_OUT("Nodes without an answer that a lease was taken without"),
  /** Values under a lease's key that are no lease. */
  LEASES_UNREADABLE("Bytes in the place of a lease that are none"),
  /** Values on nodes or in files that were not sealed with a known key for their place. */
  SEALS_REFUSED("Values that are not sealed with one of our keys, or were altered"),
  /** Values that were not sealed and were read, as encryptionMigration allows. */
  UNSEALED_READ("Values that are not sealed and were read, as encryptionMigration allows"),
  /** Sessions taken back from files, by a request or to be stored again. */
  FILES_TAKEN_BACK("Sessions taken back from files"),
  /** Files whose session had ended, or was newer elsewhere. */
  FILES_OUTDATED("Files whose session was over or is newer elsewhere"),
  /** Files that are no record of a session that can be used. */
  FILES_UNREADABLE("Files that are no record of a session that can be used");

  private final String description;
  private final boolean isGauge;

  Metric(String description) {
    this(description, false);
  }

  Metric(String description, boolean isGauge) {
    this.description = description;
    this.isGauge = isGauge;
  }

  /** Whether it goes up and down, and is known without being counted. */
  public boolean isGauge() {
    return isGauge;
  }

  /** One line for an operator. */
  public String description() {
    return description;
  }
}
