/**
 * On which threads sessions are backed up: those of each application, with the timer that all
 * share, and the backups that wait for them. Nothing here knows the content of a backup.
 */
@NullMarked
package io.holdfast.sessions.backup;

import org.jspecify.annotations.NullMarked;
