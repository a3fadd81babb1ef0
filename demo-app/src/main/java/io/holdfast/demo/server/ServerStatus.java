package io.holdfast.demo.server;

import org.jspecify.annotations.Nullable;

/**
 * One server at one moment.
 *
 * @param id {@code t1}, {@code t2}, {@code n1}, {@code n2}
 * @param kind what it is
 * @param address {@code host:port}
 * @param state whether it can be asked
 * @param pid number of its process; 0 if it has none
 * @param trouble why its last start failed; null if it did not
 */
public record ServerStatus(
    String id,
    ServerKind kind,
    String address,
    ServerState state,
    long pid,
    @Nullable String trouble) {}
