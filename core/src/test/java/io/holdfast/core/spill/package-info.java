/** Tests of sessions in files, each in a directory of its own. */
@NullMarked
package io.holdfast.core.spill;

import org.jspecify.annotations.NullMarked;
