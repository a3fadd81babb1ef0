package io.holdfast.benchmarks.engine;

import io.holdfast.testkit.Certificates;
import io.holdfast.testkit.FileTree;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;

/** The files that sealing and TLS need, in a folder that goes with this. */
public final class KeyFiles implements Closeable {

  private static final int KEY_BYTES = 32;

  private final Path folder;

  private KeyFiles(Path folder) {
    this.folder = folder;
  }

  /** Makes a folder with a key file. */
  public static KeyFiles create() throws IOException {
    KeyFiles made = new KeyFiles(Files.createTempDirectory("holdfast-keys"));
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    Files.writeString(made.file(), "k1:" + Base64.getEncoder().encodeToString(key) + "\n");
    Files.setPosixFilePermissions(made.file(), PosixFilePermissions.fromString("rw-------"));
    return made;
  }

  /** The key file. */
  public Path file() {
    return folder.resolve("holdfast.keys");
  }

  /** A new authority for certificates. */
  public Certificates authority() {
    return Certificates.authority(folder, "ca");
  }

  @Override
  public void close() throws IOException {
    FileTree.delete(folder);
  }
}
