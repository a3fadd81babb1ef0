/**
 * The serializer SPI: one object graph to bytes and back, always behind a {@link
 * io.holdfast.core.transcoder.ClassFilter}. A serializer module depends on this package; {@link
 * io.holdfast.core.transcoder.TranscoderFactories} finds it by one of four short names or by the
 * name of its factory's class.
 */
@NullMarked
package io.holdfast.core.transcoder;

import org.jspecify.annotations.NullMarked;
