package io.holdfast.core.node;

/**
 * How far the sessions are that are stored again because nodes came or went.
 *
 * @param waiting sessions that wait for their turn
 * @param done sessions that have had their turn since the start
 */
public record ResyncProgress(int waiting, long done) {}
