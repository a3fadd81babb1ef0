/**
 * Memcached nodes for tests: the real program where it is installed, otherwise our own small server
 * that speaks the text protocol. {@link io.holdfast.testkit.memcached.MemcachedNodes} chooses, and
 * {@link io.holdfast.testkit.memcached.MemcachedProbe} looks inside.
 */
@NullMarked
package io.holdfast.testkit.memcached;

import org.jspecify.annotations.NullMarked;
