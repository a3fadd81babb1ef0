/** Tests of the steps around a request. */
@NullMarked
package io.holdfast.core.flow;

import org.jspecify.annotations.NullMarked;
