package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.Nodes;
import io.holdfast.benchmarks.Setup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** memcached-session-manager, as its documents say to install it. */
enum Msm {
  /** With its default serializer. */
  JAVA("de.javakaffee.web.msm.JavaSerializationTranscoderFactory", ""),

  /**
   * With newer libraries than its own descriptor names, and packages opened for them. As published
   * it stores nothing on Java 17, while the pages are answered.
   */
  KRYO(
      "de.javakaffee.web.msm.serializer.kryo.KryoTranscoderFactory",
      "java.math java.net java.nio java.text java.time java.util.regex");

  private final String factory;
  private final String opens;

  Msm(String factory, String opens) {
    this.factory = factory;
    this.opens = opens;
  }

  /** Sessions on the nodes; more attributes as in {@code <Manager>}. */
  Setup with(Bench bench, Nodes nodes, String attributes) throws IOException {
    String context =
        """
        <Context>
          <Manager className="de.javakaffee.web.msm.MemcachedBackupSessionManager"
              memcachedNodes="%s" transcoderFactoryClass="%s" %s/>
        </Context>
        """
            .formatted(nodes.addresses(), factory, attributes);
    List<Path> jars = new ArrayList<>(PeerJars.of(bench, "msm"));
    if (this == KRYO) {
      jars.addAll(PeerJars.of(bench, "msm-kryo"));
    }
    return new Setup(
        context,
        jars,
        Stream.of(opens.split(" "))
            .filter(name -> !name.isEmpty())
            .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED")
            .toList(),
        "",
        false);
  }
}
