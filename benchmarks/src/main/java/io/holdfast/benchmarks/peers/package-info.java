/**
 * Measures our manager beside those a user could take instead: {@link
 * io.holdfast.benchmarks.peers.PeersMeasurement} starts one Tomcat for each {@link
 * io.holdfast.benchmarks.peers.Contender}, asks them in turn, and looks at what another Tomcat
 * finds of their sessions.
 */
@NullMarked
package io.holdfast.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
