/**
 * Sessions that any Tomcat may serve, at the same time. Start at {@link
 * io.holdfast.sessions.engine.SessionEngine}, which has the steps around a request: load before the
 * session is used, save before the response leaves, write a tombstone at the end. A session is
 * shown to it as {@link io.holdfast.sessions.engine.SessionInstance}.
 */
@NullMarked
package io.holdfast.sessions.engine;

import org.jspecify.annotations.NullMarked;
