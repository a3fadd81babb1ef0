/**
 * Runs the {@code writeObject} and {@code readObject} of an application's class against the graph
 * around the object, so that what the object holds may refer back to it, and asks its {@code
 * writeReplace} for the object that is written.
 */
@NullMarked
package io.holdfast.serializer.own;

import org.jspecify.annotations.NullMarked;
