package io.holdfast.sessions.lock;

import java.time.Duration;
import java.util.UUID;

/**
 * How one web application locks its sessions.
 *
 * @param lockExpiration after which the lease of a Tomcat that died is free; at least 2 s, the same
 *     on all Tomcats
 * @param maxWaiters how many requests may wait for one session at the same time; at least 1
 * @param owner names this start of this web application; never used twice
 */
public record LockSettings(Duration lockExpiration, int maxWaiters, UUID owner) {}
