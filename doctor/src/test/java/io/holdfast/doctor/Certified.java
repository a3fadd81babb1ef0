package io.holdfast.doctor;

import io.holdfast.testkit.Certificates;
import io.holdfast.testkit.Certificates.Issued;
import io.holdfast.testkit.memcached.TlsFiles;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The certificates of all tests, made when the first of them wants one: to make them takes time.
 */
final class Certified {

  private final Path folder;
  private @Nullable Certificates authority;
  private @Nullable Certificates other;

  Certified(Path folder) {
    this.folder = folder;
  }

  Certificates authority() {
    if (authority == null) {
      authority = Certificates.authority(folder, "ca");
    }
    return authority;
  }

  Certificates other() {
    if (other == null) {
      other = Certificates.authority(folder, "other");
    }
    return other;
  }

  static TlsFiles files(Issued issued) {
    return new TlsFiles(issued.certificate(), issued.key(), null);
  }
}
