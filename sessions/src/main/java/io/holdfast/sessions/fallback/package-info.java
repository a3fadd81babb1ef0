/**
 * The disk fallback: sessions that the store cannot take when a Tomcat stops gracefully are kept in
 * files until a Tomcat starts and asks for them. {@link io.holdfast.sessions.fallback.SessionFiles}
 * is the way in; a file holds exactly the bytes of a record.
 */
@NullMarked
package io.holdfast.sessions.fallback;

import org.jspecify.annotations.NullMarked;
