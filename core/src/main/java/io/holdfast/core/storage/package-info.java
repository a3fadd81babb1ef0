/**
 * Bytes by key on one node, with time to live and versions. {@link
 * io.holdfast.core.storage.NodeStore} is here with the decorators that guard a node, limit it, and
 * cut large values into chunks; the client of memcached is in {@code storage.memcached} alone.
 */
@NullMarked
package io.holdfast.core.storage;

import org.jspecify.annotations.NullMarked;
