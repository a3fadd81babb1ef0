package io.holdfast.sessions.sticky;

import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.sessions.repository.SaveResult;

/**
 * The outcome of a save.
 *
 * @param snapshot the session as it is here, with the version history that its record has
 */
record SavedRecord(SessionSnapshot snapshot, SaveResult result) {}
