/**
 * Exclusive use of a session: the policies that decide which requests need it, a fair queue inside
 * one Tomcat, and a lease on two nodes that keeps the other Tomcats out. Everything is
 * asynchronous; nothing here blocks or owns a thread.
 */
@NullMarked
package io.holdfast.sessions.lock;

import org.jspecify.annotations.NullMarked;
