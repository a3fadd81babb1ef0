/** Where Holdfast's loggers come from. */
@NullMarked
package io.holdfast.core.log;

import org.jspecify.annotations.NullMarked;
