/**
 * Plain values that describe one configuration, checked as a whole at start. A value that exists is
 * valid.
 */
@NullMarked
package io.holdfast.core.config;

import org.jspecify.annotations.NullMarked;
