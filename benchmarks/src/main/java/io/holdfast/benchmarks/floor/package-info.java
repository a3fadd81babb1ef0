/**
 * The floor: the least processor time that the store's part of a request can take. {@link
 * io.holdfast.benchmarks.floor.Floor} lets bare clients send the commands of a request, each client
 * in a process of its own, and measures Tomcats with Holdfast in the same rounds.
 */
@NullMarked
package io.holdfast.benchmarks.floor;

import org.jspecify.annotations.NullMarked;
