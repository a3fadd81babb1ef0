/** Tests of the store. */
@NullMarked
package io.holdfast.sessions.store;

import org.jspecify.annotations.NullMarked;
