/**
 * Our manager beside those a user could take instead: {@link io.holdfast.benchmarks.peers.Peers}
 * asks one Tomcat for each in turn, and looks at what another Tomcat finds of their sessions.
 */
@NullMarked
package io.holdfast.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
