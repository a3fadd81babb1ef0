/**
 * Memcached nodes for tests: the real program where it is installed, otherwise a small embedded
 * server that speaks the text protocol. {@link io.holdfast.testkit.memcached.MemcachedNodes}
 * chooses, and {@link io.holdfast.testkit.memcached.MemcachedProbe} reads its items.
 */
@NullMarked
package io.holdfast.testkit.memcached;

import org.jspecify.annotations.NullMarked;
