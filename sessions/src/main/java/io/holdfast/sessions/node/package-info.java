/**
 * Nodes that come, go and return: the connections of a configured list, and the listeners to
 * changes.
 */
@NullMarked
package io.holdfast.sessions.node;

import org.jspecify.annotations.NullMarked;
