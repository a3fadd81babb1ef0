/** A node in the memory of this process, for development and tests. */
@NullMarked
package io.holdfast.core.storage.memory;

import org.jspecify.annotations.NullMarked;
