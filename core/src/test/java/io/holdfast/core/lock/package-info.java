@NullMarked
package io.holdfast.core.lock;

import org.jspecify.annotations.NullMarked;
