package io.holdfast.sessions.engine;

/**
 * How far the resync is: the sessions that are stored again because nodes came or went.
 *
 * @param waiting sessions in the queue
 * @param done sessions that were worked on since the start
 */
public record ResyncProgress(int waiting, long done) {}
