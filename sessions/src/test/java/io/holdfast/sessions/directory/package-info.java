@NullMarked
package io.holdfast.sessions.directory;

import org.jspecify.annotations.NullMarked;
