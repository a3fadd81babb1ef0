/**
 * A single sign-on whose tickets lie in memcached: what users wait for, what the Tomcat works and
 * how large tickets are, with the client library's own serialization and with each of ours.
 */
@NullMarked
package io.holdfast.benchmarks.tickets;

import org.jspecify.annotations.NullMarked;
