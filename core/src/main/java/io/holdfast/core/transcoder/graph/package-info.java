/**
 * How object graphs are taken apart for encodings that have no fidelity of their own: a {@link
 * io.holdfast.core.transcoder.graph.Shape} per class, found by {@link
 * io.holdfast.core.transcoder.graph.Shapes}. The encodings on XStream and Javolution only write and
 * read the parts, with the bookkeeping of {@link io.holdfast.core.transcoder.graph.EncodeState} and
 * {@link io.holdfast.core.transcoder.graph.DecodeState}.
 */
@NullMarked
package io.holdfast.core.transcoder.graph;

import org.jspecify.annotations.NullMarked;
