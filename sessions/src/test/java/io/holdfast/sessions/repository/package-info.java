/** Tests of the repository. */
@NullMarked
package io.holdfast.sessions.repository;

import org.jspecify.annotations.NullMarked;
