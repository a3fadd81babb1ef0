/**
 * Sessions in the store: load, save, touch, delete. Decides which nodes to ask, which record counts
 * when they disagree, and what to remember for nodes that are away.
 */
@NullMarked
package io.holdfast.sessions.store;

import org.jspecify.annotations.NullMarked;
