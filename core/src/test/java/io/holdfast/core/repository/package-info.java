/** Tests of the repository. */
@NullMarked
package io.holdfast.core.repository;

import org.jspecify.annotations.NullMarked;
