/** A line to a node that fails as a test wants it to. */
@NullMarked
package io.holdfast.testkit.fault;

import org.jspecify.annotations.NullMarked;
