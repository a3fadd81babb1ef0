@NullMarked
package io.holdfast.sessions.lock;

import org.jspecify.annotations.NullMarked;
