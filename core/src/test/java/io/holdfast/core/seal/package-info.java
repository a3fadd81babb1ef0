/** Tests of sealing. */
@NullMarked
package io.holdfast.core.seal;

import org.jspecify.annotations.NullMarked;
