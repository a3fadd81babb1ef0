/** Opens the distribution as an operator finds it. Nothing here knows how it was made. */
@NullMarked
package io.holdfast.dist;

import org.jspecify.annotations.NullMarked;
