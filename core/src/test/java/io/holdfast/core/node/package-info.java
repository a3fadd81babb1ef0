/** Tests of nodes that come and go. */
@NullMarked
package io.holdfast.core.node;

import org.jspecify.annotations.NullMarked;
