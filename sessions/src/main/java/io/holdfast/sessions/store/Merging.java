package io.holdfast.sessions.store;

import java.util.concurrent.Executor;

/**
 * How concurrent records become one.
 *
 * @param join merges two of them
 * @param work runs that, since it may call code of the application
 */
public record Merging(RecordMerge join, Executor work) {}
