/**
 * The encoding and decoding of a session, its age, its invalidation, and how requests wait for the
 * store.
 */
@NullMarked
package io.holdfast.sessions.model;

import org.jspecify.annotations.NullMarked;
