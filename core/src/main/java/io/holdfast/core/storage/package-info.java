/**
 * Bytes by key on one node, with time to live and versions. The SPI and its in-memory twin are here
 * with the decorators that bound and guard a node; the client of memcached is in {@code
 * storage.memcached} alone.
 */
@NullMarked
package io.holdfast.core.storage;

import org.jspecify.annotations.NullMarked;
