/**
 * When sessions are backed up, and on which threads: the policy decides between skip, touch and
 * store, the executor owns the threads. Nothing here knows the content of a backup.
 */
@NullMarked
package io.holdfast.sessions.backup;

import org.jspecify.annotations.NullMarked;
