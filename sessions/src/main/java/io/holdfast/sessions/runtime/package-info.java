/**
 * The composition root: settings go in, a running mode comes out, {@link
 * io.holdfast.sessions.runtime.SessionRuntime}. The container's adapter starts and stops it. No
 * other package of sessions depends on this one.
 */
@NullMarked
package io.holdfast.sessions.runtime;

import org.jspecify.annotations.NullMarked;
