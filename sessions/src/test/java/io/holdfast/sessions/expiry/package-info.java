/** Tests of sessions whose Tomcats are gone. */
@NullMarked
package io.holdfast.sessions.expiry;

import org.jspecify.annotations.NullMarked;
