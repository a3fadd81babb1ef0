/**
 * What every transcoder must hold to, as abstract tests that a serializer module extends. The kinds
 * of attribute are listed once; a module lists only those it refuses.
 */
@NullMarked
package io.holdfast.core.transcoder.kit;

import org.jspecify.annotations.NullMarked;
