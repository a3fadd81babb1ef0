/** Tests of sticky sessions. */
@NullMarked
package io.holdfast.sessions.sticky;

import org.jspecify.annotations.NullMarked;
