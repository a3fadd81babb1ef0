package io.holdfast.sessions.store;

import io.holdfast.core.session.SessionSnapshot;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * How concurrent records become one: each has changes that the other has not.
 *
 * @param join merges two of them, the same way on every Tomcat; null if one of them cannot be
 *     decoded here, where that is necessary
 * @param work runs that, since it may call code of the application
 */
public record Merging(
    BiFunction<SessionSnapshot, SessionSnapshot, @Nullable SessionSnapshot> join, Executor work) {}
