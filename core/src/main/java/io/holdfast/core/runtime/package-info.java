/**
 * The composition root: settings go in, a running mode comes out. {@link
 * io.holdfast.core.runtime.StickyRuntime} puts sticky sessions together, {@link
 * io.holdfast.core.runtime.NonStickyRuntime} those that any Tomcat may serve; the container's
 * adapter starts one of them, and stops it. No other room knows this one.
 */
@NullMarked
package io.holdfast.core.runtime;

import org.jspecify.annotations.NullMarked;
