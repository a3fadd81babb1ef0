package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.Nodes;
import io.holdfast.benchmarks.Setup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** memcached-session-manager, as its documents say to install it, with each of its serializers. */
enum Msm {
  /** The default. */
  JAVA("de.javakaffee.web.msm.JavaSerializationTranscoderFactory"),

  /**
   * With newer libraries than its own descriptor names, and packages opened for them. As published
   * it stores nothing on Java 17, while the pages are answered.
   */
  KRYO(
      "de.javakaffee.web.msm.serializer.kryo.KryoTranscoderFactory",
      "java.base/java.math",
      "java.base/java.net",
      "java.base/java.nio",
      "java.base/java.text",
      "java.base/java.time",
      "java.base/java.util.regex"),

  /**
   * With the library that its own descriptor names, which does not start without these packages.
   */
  XSTREAM(
      "de.javakaffee.web.msm.serializer.xstream.XStreamTranscoderFactory",
      "java.base/java.text",
      "java.desktop/java.awt.font"),

  /** With a library of the same line as the one that its descriptor names. */
  JAVOLUTION("de.javakaffee.web.msm.serializer.javolution.JavolutionTranscoderFactory");

  private final String factory;

  @SuppressWarnings("ImmutableEnumChecker") // not modifiable
  private final List<String> opens;

  /**
   * A serializer.
   *
   * @param opens packages that are opened for it, besides those that Tomcat opens
   */
  Msm(String factory, String... opens) {
    this.factory = factory;
    this.opens = List.of(opens);
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
    if (this != JAVA) {
      jars.addAll(PeerJars.of(bench, "msm-" + name().toLowerCase(Locale.ROOT)));
    }
    return new Setup(
        context,
        jars,
        opens.stream().map(name -> "--add-opens=" + name + "=ALL-UNNAMED").toList(),
        "",
        false);
  }
}
