/**
 * Discovers nodes: queries their source at intervals, and changes the list of nodes step by step.
 * Nothing here connects to a node.
 */
@NullMarked
package io.holdfast.core.discovery;

import org.jspecify.annotations.NullMarked;
