/** Tests of routing and node health: pure, without a store. */
@NullMarked
package io.holdfast.core.routing;

import org.jspecify.annotations.NullMarked;
