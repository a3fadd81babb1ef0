package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.Bench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the build took from Maven Central for the peers; see the profile of that name. */
final class PeerJars {

  private PeerJars() {}

  /** The jars of a peer. */
  static List<Path> of(Bench bench, String peer) throws IOException {
    Path directory = bench.root().resolve("benchmarks/target/peers").resolve(peer);
    if (!Files.isDirectory(directory)) {
      throw new IOException("the build has not resolved its jars");
    }
    return Bench.jarsIn(directory);
  }
}
