/** Tests of sessions in files, each in a directory of its own. */
@NullMarked
package io.holdfast.sessions.fallback;

import org.jspecify.annotations.NullMarked;
