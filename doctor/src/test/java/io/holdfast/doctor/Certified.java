package io.holdfast.doctor;

import io.holdfast.testkit.Certificates;
import io.holdfast.testkit.Certificates.Issued;
import io.holdfast.testkit.memcached.TlsFiles;
import java.nio.file.Path;

/** The certificates of all tests. */
final class Certified {

  private final Certificates authority;
  private final Certificates other;

  Certified(Path folder) {
    authority = Certificates.authority(folder, "ca");
    other = Certificates.authority(folder, "other");
  }

  Certificates authority() {
    return authority;
  }

  Certificates other() {
    return other;
  }

  static TlsFiles files(Issued issued) {
    return new TlsFiles(issued.certificate(), issued.key(), null);
  }
}
