/**
 * Properties of objects that all serializers need: their parts, whether they can change or are
 * shared, and how to copy them, make them without a constructor, and name them in a message.
 */
@NullMarked
package io.holdfast.serializer.objects;

import org.jspecify.annotations.NullMarked;
