/**
 * A small single sign-on server in the manner of CAS, on an embedded Tomcat, whose tickets lie in a
 * memcached; it knows nothing of sessions.
 */
@NullMarked
package io.holdfast.benchmarks.tickets.server;

import org.jspecify.annotations.NullMarked;
