/** Plain values of one configuration, checked as a whole at start. Each of them is valid. */
@NullMarked
package io.holdfast.core.config;

import org.jspecify.annotations.NullMarked;
