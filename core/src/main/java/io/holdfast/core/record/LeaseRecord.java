package io.holdfast.core.record;

import java.util.UUID;

/**
 * A lease as a node has it.
 *
 * @param owner names one web application on one Tomcat from its start to its stop
 * @param write counts the owner's writes of leases, so that it knows which of its writes this is
 */
public record LeaseRecord(UUID owner, long write) {}
