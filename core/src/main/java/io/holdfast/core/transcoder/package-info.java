/**
 * The serializer SPI: one object graph to bytes and back, always behind a {@link
 * io.holdfast.core.transcoder.ClassFilter}. A serializer module depends on this package; it is
 * found through {@link io.holdfast.core.transcoder.TranscoderFactories}.
 */
@NullMarked
package io.holdfast.core.transcoder;

import org.jspecify.annotations.NullMarked;
