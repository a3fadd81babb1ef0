/** Valkey or Redis as a child process. */
@NullMarked
package io.holdfast.testkit.valkey;

import org.jspecify.annotations.NullMarked;
