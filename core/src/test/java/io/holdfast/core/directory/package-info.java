@NullMarked
package io.holdfast.core.directory;

import org.jspecify.annotations.NullMarked;
