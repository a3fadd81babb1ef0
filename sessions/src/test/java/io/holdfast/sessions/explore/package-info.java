/**
 * Every order in which the steps of a few requests can happen, run against the real code: Tomcats,
 * nodes and time are played by an explorer that tries one order after the other.
 */
@NullMarked
package io.holdfast.sessions.explore;

import org.jspecify.annotations.NullMarked;
