/**
 * The shortest way to a serializer of one's own: {@link io.holdfast.serializer.tree.TreeTranscoder}
 * turns graphs into trees and back, and keeps the promises of the SPI; a {@link
 * io.holdfast.serializer.tree.TreeFormat} turns trees into bytes and back.
 */
@NullMarked
package io.holdfast.serializer.tree;

import org.jspecify.annotations.NullMarked;
