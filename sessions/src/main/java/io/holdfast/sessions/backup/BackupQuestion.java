package io.holdfast.sessions.backup;

/**
 * What the backup policy needs to know about a session at the end of a request.
 *
 * @param neverStored whether the store holds no record of this session
 * @param headerChanged whether the interval, the authentication, the principal, the notes or the id
 *     changed since the record was stored
 * @param attributesChanged whether the encoded attributes changed since then
 * @param millisSinceStoreRefresh milliseconds since the store was last told a time to live, by a
 *     store or a touch; negative if the clock was set back since
 * @param maxInactiveInterval seconds; 0 or below: the session never expires
 */
public record BackupQuestion(
    boolean neverStored,
    boolean headerChanged,
    boolean attributesChanged,
    long millisSinceStoreRefresh,
    int maxInactiveInterval) {}
