package io.holdfast.sessions.fallback;

import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.SessionSnapshot;

/**
 * A file that was read and not claimed.
 *
 * @param name of the file
 * @param snapshot the session in it
 * @param content its bytes, which tell whether the file has changed
 */
public record SpilledFile(String name, SessionSnapshot snapshot, Bytes content) {}
