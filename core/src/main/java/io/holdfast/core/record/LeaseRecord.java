package io.holdfast.core.record;

import java.util.UUID;

/**
 * Who has a session to itself, as it lies on a node.
 *
 * @param owner names one web application on one Tomcat from its start to its stop
 * @param write counts what the owner has written under keys of leases, so that it knows which of
 *     its own writes this is
 */
public record LeaseRecord(UUID owner, long write) {}
