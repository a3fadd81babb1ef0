/**
 * The transcoder on XStream: its marshalling, with the shapes of core as converters, behind the
 * class filter. Nodes are written in a compact binary form by {@link
 * io.holdfast.serializer.xstream.PackedWriter}, which carries every character that a Java string
 * can hold.
 */
@NullMarked
package io.holdfast.serializer.xstream;

import org.jspecify.annotations.NullMarked;
