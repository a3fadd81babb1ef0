/**
 * The order of steps in one request, and the place where everything is put together. The
 * container's adapter talks to {@link io.holdfast.core.flow.SessionCoordinator} and shows its
 * sessions as {@link io.holdfast.core.flow.LiveSession}.
 */
@NullMarked
package io.holdfast.core.flow;

import org.jspecify.annotations.NullMarked;
