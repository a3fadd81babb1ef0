/**
 * The serializers for programs that keep objects of their own in memcached, with spymemcached. No
 * session uses it; {@code docs/serializer-extension.md} says who needs it.
 */
@NullMarked
package io.holdfast.core.spymemcached;

import org.jspecify.annotations.NullMarked;
