/** Tests of whole modes, from settings to nodes. */
@NullMarked
package io.holdfast.core.runtime;

import org.jspecify.annotations.NullMarked;
