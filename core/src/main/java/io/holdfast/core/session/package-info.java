/**
 * A session apart from any container: its id and its state at one moment. Everything here is an
 * immutable value.
 */
@NullMarked
package io.holdfast.core.session;

import org.jspecify.annotations.NullMarked;
