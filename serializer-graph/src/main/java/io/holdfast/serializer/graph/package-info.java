/**
 * How object graphs are taken apart for encodings that have no fidelity of their own: a {@link
 * io.holdfast.serializer.graph.Shape} per class, found by {@link
 * io.holdfast.serializer.graph.Shapes}. The encodings on XStream and Javolution only write and read
 * the parts, with the bookkeeping of {@link io.holdfast.serializer.graph.EncodeState} and {@link
 * io.holdfast.serializer.graph.DecodeState}.
 */
@NullMarked
package io.holdfast.serializer.graph;

import org.jspecify.annotations.NullMarked;
