package io.holdfast.console;

import java.time.Instant;

/**
 * One session in the memory of this Tomcat.
 *
 * @param handle tells it from others, and is of no use as a cookie
 * @param shown the beginning of its id
 * @param created when it began
 * @param lastUsed when a request used it last
 */
record SessionRow(String handle, String shown, Instant created, Instant lastUsed) {}
