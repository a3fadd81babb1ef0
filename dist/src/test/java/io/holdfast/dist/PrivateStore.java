package io.holdfast.dist;

import io.holdfast.core.seal.KeyFile;
import io.holdfast.core.seal.SealException;
import io.holdfast.core.seal.Sealer;
import io.holdfast.testkit.memcached.MemcachedProbe.Stored;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * What nodes and Tomcats need so that no other program can read or write sessions: TLS between
 * them, and a key for what the nodes hold.
 *
 * @param certificates of the nodes
 * @param keyFile of the Tomcats
 * @param sealer opens what the nodes hold
 */
record PrivateStore(NodeCertificates certificates, Path keyFile, Sealer sealer) {

  private static final int KEY_BYTES = 32;

  /** Makes it, with files of this name. */
  static PrivateStore create(String name) {
    SecureRandom random = new SecureRandom();
    byte[] key = new byte[KEY_BYTES];
    random.nextBytes(key);
    Path file = TestFolder.resolve(name + ".keys");
    try {
      Files.writeString(file, "k1:" + Base64.getEncoder().encodeToString(key) + "\n");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Sealer sealer = new Sealer(KeyFile.open(file, System::nanoTime), random);
    return new PrivateStore(NodeCertificates.issue(name), file, sealer);
  }

  /** A deployment that uses it. */
  ContextXml used(ContextXml context) {
    return sealed(NodeCertificates.trusted(certificates, context));
  }

  /** A deployment that seals what it stores, and needs no TLS. */
  ContextXml sealed(ContextXml context) {
    return context.manager("encryptionKeyFile", keyFile.toString());
  }

  /** An item of a node as a Tomcat reads it; as it is, if it is not sealed. */
  Stored opened(String key, Stored item) {
    if (!Sealer.isSealed(item.value())) {
      return item;
    }
    try {
      return new Stored(item.flags(), item.cas(), sealer.open(key, item.value()));
    } catch (SealException e) {
      throw new AssertionError(key + " cannot be opened", e);
    }
  }
}
