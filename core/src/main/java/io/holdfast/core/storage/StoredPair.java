package io.holdfast.core.storage;

import org.jspecify.annotations.Nullable;

/** What a node held under two keys; null where there was none. */
public record StoredPair(@Nullable StoredValue value, @Nullable StoredValue beside) {}
