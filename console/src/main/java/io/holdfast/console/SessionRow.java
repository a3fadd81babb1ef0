package io.holdfast.console;

import java.time.Instant;
import java.util.OptionalLong;

/**
 * One session in the memory of this Tomcat.
 *
 * @param handle tells it from others, and is of no use as a cookie
 * @param shown the beginning of its id
 * @param user whose it is; empty if it has no user
 * @param bytes of its record; empty if it was never stored
 * @param created when it began
 * @param lastUsed when a request used it last
 */
record SessionRow(
    String handle,
    String shown,
    String user,
    OptionalLong bytes,
    Instant created,
    Instant lastUsed) {}
