/**
 * Compares the serializers side by side: every kind of attribute with every serializer, across
 * versions of Java and of classes.
 */
@NullMarked
package io.holdfast.serializer.tests;

import org.jspecify.annotations.NullMarked;
