/**
 * JDK serialization behind the class filter and the limits: what {@code java} is made of, and how
 * the other serializers write and read what they cannot take apart themselves.
 */
@NullMarked
package io.holdfast.serializer.jdk;

import org.jspecify.annotations.NullMarked;
