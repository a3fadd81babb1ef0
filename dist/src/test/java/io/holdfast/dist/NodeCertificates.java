package io.holdfast.dist;

import io.holdfast.testkit.Certificates;
import io.holdfast.testkit.Certificates.Issued;
import io.holdfast.testkit.FileTree;
import io.holdfast.testkit.memcached.TlsFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What nodes on 127.0.0.1 and their clients need for TLS.
 *
 * @param authority what the nodes' certificate comes from
 * @param files of the nodes
 */
record NodeCertificates(Path authority, TlsFiles files) {

  /** Makes them in a folder of this name. */
  static NodeCertificates issue(String name) {
    Path folder = TestFolder.resolve(name + "-certificates");
    try {
      FileTree.delete(folder);
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Certificates authority = Certificates.authority(folder, "ca");
    Issued own = authority.issue("node", "ip:127.0.0.1");
    return new NodeCertificates(
        authority.certificate(), new TlsFiles(own.certificate(), own.key(), null));
  }

  /** A deployment that trusts them; as it is, if there are none. */
  static ContextXml trusted(@Nullable NodeCertificates certificates, ContextXml context) {
    return certificates == null
        ? context
        : context.manager("tls", "true").manager("tlsCaFile", certificates.authority.toString());
  }
}
