package io.holdfast.sessions.sticky;

import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A session read from the store, decoded.
 *
 * @param id the id in the record; its route is that of the Tomcat that stored it
 * @param version of the record
 * @param times clock readings and interval
 * @param authType how the user was authenticated; null without a user
 * @param storedPrincipal what {@link LiveSession#storablePrincipal()} gave; null if there is none
 * @param storedNotes what {@link LiveSession#storableNotes()} gave; null if there is none
 * @param attributes the attributes
 * @param backupState knows the record; the session made of this must use it
 */
public record RestoredSession(
    SessionId id,
    long version,
    SessionTimes times,
    @Nullable String authType,
    @Nullable Object storedPrincipal,
    @Nullable Object storedNotes,
    Map<String, Object> attributes,
    StickyState backupState) {}
