package io.holdfast.sessions.sticky;

import java.time.Duration;

/**
 * What the configuration says of sticky sessions.
 *
 * @param async whether requests do not wait for their backup
 * @param backupTimeout how long a request waits for its backup at most, where it waits
 * @param operationTimeout how long one operation of the store may take
 */
public record StickySettings(boolean async, Duration backupTimeout, Duration operationTimeout) {

  /** How long to wait for the nodes at most: a load has two operations in a row. */
  public Duration patience() {
    return operationTimeout.multipliedBy(2);
  }
}
