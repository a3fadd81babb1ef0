/**
 * What reading a graph may cost, in time, memory and depth, the same for all serializers; and the
 * proof, when a graph is written, that it can be read back within that.
 */
@NullMarked
package io.holdfast.serializer.limits;

import org.jspecify.annotations.NullMarked;
