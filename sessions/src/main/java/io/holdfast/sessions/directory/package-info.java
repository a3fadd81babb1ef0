/**
 * The sessions of a user, over all Tomcats: lists on the nodes that say which sessions a user has,
 * and which of them are to end. Off unless {@code sessionsByUser} is set.
 */
@NullMarked
package io.holdfast.sessions.directory;

import org.jspecify.annotations.NullMarked;
