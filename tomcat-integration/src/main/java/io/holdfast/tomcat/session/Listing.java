package io.holdfast.tomcat.session;

import io.holdfast.core.session.SessionId;

/**
 * What is listed of a session. Times are milliseconds since the epoch.
 *
 * @param user under whose name
 * @param id under which the session is listed
 * @param lastUsed by a request, as it is listed
 * @param at when it was listed
 */
public record Listing(String user, SessionId id, long lastUsed, long at) {}
