/** The store on one memcached node, by the connections of the client library. */
@NullMarked
package io.holdfast.core.storage.memcached;

import org.jspecify.annotations.NullMarked;
