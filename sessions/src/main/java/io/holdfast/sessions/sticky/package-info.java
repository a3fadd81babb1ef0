/**
 * Sessions that one Tomcat serves at a time. Start at {@link
 * io.holdfast.sessions.sticky.StickySessionService}, which has the steps around a request: load
 * after a failover, backup, end. A session is shown to it as {@link
 * io.holdfast.sessions.sticky.LiveSession}.
 */
@NullMarked
package io.holdfast.sessions.sticky;

import org.jspecify.annotations.NullMarked;
