/**
 * Which nodes hold a session, in order, and which of them answer. Pure decisions: nothing here
 * performs input or output.
 */
@NullMarked
package io.holdfast.core.routing;

import org.jspecify.annotations.NullMarked;
