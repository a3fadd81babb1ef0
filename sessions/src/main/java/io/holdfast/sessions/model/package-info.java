/**
 * What both modes say of a session: the view that a container gives of it, the header of its
 * record, its encoding and decoding, its age, and its invalidation.
 */
@NullMarked
package io.holdfast.sessions.model;

import org.jspecify.annotations.NullMarked;
