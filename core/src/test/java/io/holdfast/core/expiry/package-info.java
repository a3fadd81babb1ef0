/** Tests of sessions whose Tomcats are gone. */
@NullMarked
package io.holdfast.core.expiry;

import org.jspecify.annotations.NullMarked;
