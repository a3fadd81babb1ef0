package io.holdfast.core.sticky;

import io.holdfast.core.repository.SaveResult;
import io.holdfast.core.session.SessionSnapshot;

/**
 * The outcome of a save.
 *
 * @param snapshot the session as it is here, with the version history that its record has
 */
record SavedRecord(SessionSnapshot snapshot, SaveResult result) {}
