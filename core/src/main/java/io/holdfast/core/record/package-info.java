/**
 * The bytes of a session on a node: versioned, sealed with a checksum, and refused as a whole if
 * one bit is wrong. {@link io.holdfast.core.record.RecordCodec} is the way in; {@code
 * docs/wire-format.md} is the format's description.
 */
@NullMarked
package io.holdfast.core.record;

import org.jspecify.annotations.NullMarked;
