/** The store on one memcached node. The only package that knows the client library. */
@NullMarked
package io.holdfast.core.storage.memcached;

import org.jspecify.annotations.NullMarked;
