/**
 * Orphaned sessions: each Tomcat notes in the store when its sessions will expire, and another
 * Tomcat ends them then, with the application's listeners. Off unless {@code expireAbandoned} is
 * set.
 */
@NullMarked
package io.holdfast.sessions.expiry;

import org.jspecify.annotations.NullMarked;
