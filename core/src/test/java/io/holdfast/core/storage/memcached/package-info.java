/** Tests of the client: against real processes, the embedded stand-in, and servers that lie. */
@NullMarked
package io.holdfast.core.storage.memcached;

import org.jspecify.annotations.NullMarked;
