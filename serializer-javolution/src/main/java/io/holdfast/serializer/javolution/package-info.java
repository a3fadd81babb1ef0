/**
 * The transcoder on Javolution: its XML streams and binding, with the shapes of core as formats,
 * behind the class filter. Text is escaped by {@link io.holdfast.serializer.javolution.XmlText}, so
 * that every character that a Java string can hold survives.
 */
@NullMarked
package io.holdfast.serializer.javolution;

import org.jspecify.annotations.NullMarked;
