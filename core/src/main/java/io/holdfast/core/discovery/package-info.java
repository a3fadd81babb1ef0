/**
 * Nodes that are found: who is asked for them, how often, and in which steps a list of nodes
 * follows the answers. Nothing here connects to a node.
 */
@NullMarked
package io.holdfast.core.discovery;

import org.jspecify.annotations.NullMarked;
