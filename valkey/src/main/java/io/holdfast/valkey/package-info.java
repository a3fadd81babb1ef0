/**
 * The store on one node that is Valkey or Redis, by a codec of its own over the connections of
 * core.
 */
@NullMarked
package io.holdfast.valkey;

import org.jspecify.annotations.NullMarked;
