/**
 * What transcoders built on shapes must hold to beyond the fidelity of single attributes, as
 * abstract tests that their modules extend: hostile bytes, evolution of classes, loaders, threads.
 */
@NullMarked
package io.holdfast.serializer.graph;

import org.jspecify.annotations.NullMarked;
