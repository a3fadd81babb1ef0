/** Tests of nodes that are found. */
@NullMarked
package io.holdfast.core.discovery;

import org.jspecify.annotations.NullMarked;
