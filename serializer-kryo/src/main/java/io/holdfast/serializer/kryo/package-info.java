/**
 * The transcoder on Kryo, named {@code kryo}: small and fast, with serializers of our own in place
 * of those that use Unsafe, lose something without a word, or trust lengths they read. The choice
 * of a serializer depends on a class alone, never on flags of the JVM, so that all nodes choose
 * alike.
 */
@NullMarked
package io.holdfast.serializer.kryo;

import org.jspecify.annotations.NullMarked;
