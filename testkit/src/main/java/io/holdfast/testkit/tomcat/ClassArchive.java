package io.holdfast.testkit.tomcat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The classes that a Tomcat loads before its applications, ready for use by the virtual machine (an
 * archive for class data sharing): a start takes a fifth less of the processor. It is made once for
 * each distribution and JDK, by a Tomcat without applications.
 */
final class ClassArchive {

  private final TomcatDistribution distribution;
  private final Path javaHome;
  private final Path file;

  ClassArchive(TomcatDistribution distribution, Path javaHome) {
    this.distribution = distribution;
    this.javaHome = javaHome;
    this.file =
        distribution
            .home()
            .resolveSibling(
                "classes-%s-%08x.jsa".formatted(distribution.version(), javaHome.hashCode()));
  }

  /** Options that use the archive; none while another process is making it, or if that failed. */
  List<String> options() {
    if (!Files.exists(file) && isFirst()) {
      make();
    }
    return Files.exists(file) ? List.of("-XX:SharedArchiveFile=" + file) : List.of();
  }

  /** Whether nobody has begun to make it; true once. */
  private boolean isFirst() {
    try {
      Files.createFile(file.resolveSibling(file.getFileName() + ".begun"));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write beside " + distribution.home(), e);
    }
  }

  private void make() {
    Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
    try (TomcatProcess tomcat =
        new TomcatSettings(distribution)
            .javaHome(javaHome)
            .jvmOptions("-XX:ArchiveClassesAtExit=" + unfinished)
            .start()) {
      tomcat.stop();
    }
    try {
      if (Files.exists(unfinished)) {
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot rename " + unfinished, e);
    }
  }
}
