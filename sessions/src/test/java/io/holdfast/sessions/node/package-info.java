/** Tests of nodes that come and go. */
@NullMarked
package io.holdfast.sessions.node;

import org.jspecify.annotations.NullMarked;
