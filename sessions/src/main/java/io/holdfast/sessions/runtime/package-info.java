/**
 * The composition root: settings go in, a running mode comes out. {@link
 * io.holdfast.sessions.runtime.StickyRuntime} serves sticky sessions, {@link
 * io.holdfast.sessions.runtime.NonStickyRuntime} those that any Tomcat may serve; the container's
 * adapter starts and stops one of them. No other package of core depends on this one.
 */
@NullMarked
package io.holdfast.sessions.runtime;

import org.jspecify.annotations.NullMarked;
