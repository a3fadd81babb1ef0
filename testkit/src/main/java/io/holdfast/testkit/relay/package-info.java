/** Relays between a node and its clients. */
@NullMarked
package io.holdfast.testkit.relay;

import org.jspecify.annotations.NullMarked;
