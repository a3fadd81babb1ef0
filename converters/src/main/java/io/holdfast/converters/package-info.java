/**
 * Ready-made converters, one class per library, to be named in {@code customConverter}. Each uses
 * the public interface of its library only, and what each makes parts of is tested to come back
 * equal, in fewer bytes than without it.
 */
@NullMarked
package io.holdfast.converters;

import org.jspecify.annotations.NullMarked;
