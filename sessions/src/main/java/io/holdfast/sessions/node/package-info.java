/**
 * Nodes that come, go and return: the connections of a configured list, the listeners to changes,
 * and the queue in which sessions are stored again, some at a time.
 */
@NullMarked
package io.holdfast.sessions.node;

import org.jspecify.annotations.NullMarked;
