package io.holdfast.core.storage;

import org.jspecify.annotations.Nullable;

/**
 * What a node held under two keys.
 *
 * @param value under the first; null if there was none
 * @param beside under the other; null if there was none
 */
public record StoredPair(@Nullable StoredValue value, @Nullable StoredValue beside) {}
