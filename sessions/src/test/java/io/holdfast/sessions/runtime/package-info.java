/** Tests of whole modes, from settings to nodes. */
@NullMarked
package io.holdfast.sessions.runtime;

import org.jspecify.annotations.NullMarked;
