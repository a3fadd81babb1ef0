/**
 * When and by whom sessions are backed up: the policy decides between skip, touch and store, the
 * executor owns the threads that do it. Nothing here knows what a backup consists of.
 */
@NullMarked
package io.holdfast.core.backup;

import org.jspecify.annotations.NullMarked;
