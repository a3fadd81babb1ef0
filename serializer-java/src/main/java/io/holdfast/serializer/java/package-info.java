/**
 * The transcoder on the serialization that comes with the JDK, named {@code java}. Every class in a
 * stream passes the class filter when written and before it is read, and what could be written but
 * not read again is refused when it is written.
 */
@NullMarked
package io.holdfast.serializer.java;

import org.jspecify.annotations.NullMarked;
