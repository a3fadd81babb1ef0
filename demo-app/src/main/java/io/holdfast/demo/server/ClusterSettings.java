package io.holdfast.demo.server;

import java.nio.file.Path;

/**
 * What the servers are made of.
 *
 * @param serializer folder of the distribution and value of {@code transcoderFactoryClass}
 * @param store what the nodes are: {@link ServerKind#MEMCACHED} or {@link ServerKind#VALKEY}
 * @param sticky whether a session stays at its Tomcat; the value of {@code sticky}
 * @param distribution the unpacked zip
 * @param catalinaHome an untouched Tomcat
 * @param folder an empty folder for everything the servers write
 */
public record ClusterSettings(
    String serializer,
    ServerKind store,
    boolean sticky,
    Path distribution,
    Path catalinaHome,
    Path folder) {}
