package io.holdfast.sessions.runtime;

/**
 * What an application that stops could not store.
 *
 * @param unfinished backups that were not done in time, or saves that failed
 * @param inFiles sessions that went to files, because the store lacks them
 */
public record StopResult(int unfinished, int inFiles) {}
