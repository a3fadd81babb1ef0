/**
 * Which classes may be in sessions: values of the JDK, the application's own, what {@code
 * allowedClasses} and its presets name, and never what is known from attacks.
 */
@NullMarked
package io.holdfast.core.transcoder.filter;

import org.jspecify.annotations.NullMarked;
