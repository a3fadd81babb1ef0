/**
 * Sessions in the store: load, save, touch, delete. Knows which nodes to ask, what to believe when
 * they disagree, and what to remember for nodes that are away.
 */
@NullMarked
package io.holdfast.core.repository;

import org.jspecify.annotations.NullMarked;
