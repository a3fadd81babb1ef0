/** Tests of discovery. */
@NullMarked
package io.holdfast.core.discovery;

import org.jspecify.annotations.NullMarked;
