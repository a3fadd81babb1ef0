/** Tests of sticky sessions. */
@NullMarked
package io.holdfast.core.sticky;

import org.jspecify.annotations.NullMarked;
