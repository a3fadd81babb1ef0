package io.holdfast.testkit.tomcat;

import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes of a Tomcat, its libraries and applications, ready for use by the virtual machine (an
 * archive for class data sharing): a start takes an eighth less of the processor. It is made once
 * for each distribution and JDK, by a Tomcat that is like the one to be started, and answers one
 * request for each of its applications. As that takes as much as a dozen starts save, it is made
 * only once a process has started some.
 */
final class ClassArchive {

  /** So many starts of a distribution in a process that runs tests, and more will follow. */
  private static final int STARTS_BEFORE = 3;

  private static final Map<Path, Integer> STARTS = new ConcurrentHashMap<>();

  private final TomcatSettings settings;
  private final Path file;

  ClassArchive(TomcatSettings settings) {
    this.settings = settings;
    this.file =
        settings
            .distribution
            .home()
            .resolveSibling(
                "classes-%s-%08x.jsa"
                    .formatted(settings.distribution.version(), settings.javaHome.hashCode()));
  }

  /**
   * Options for one more start that use the archive; none if few starts came before, while another
   * process is making it, or if that failed.
   */
  List<String> options() {
    boolean isWorthIt = STARTS.merge(file, 1, Integer::sum) > STARTS_BEFORE;
    if (isWorthIt && !Files.exists(file) && isFirst()) {
      make();
    }
    return Files.exists(file) ? List.of("-XX:SharedArchiveFile=" + file) : List.of();
  }

  /** Returns true for the first caller of all processes, which then makes the archive. */
  private boolean isFirst() {
    try {
      Files.createFile(file.resolveSibling(file.getFileName() + ".begun"));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write beside " + settings.distribution.home(), e);
    }
  }

  private void make() {
    Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
    try (TomcatProcess tomcat = settings.rehearsal("-XX:ArchiveClassesAtExit=" + unfinished)) {
      tomcat.start();
      settings.applications.forEach(
          application -> new Browser().get(tomcat.port(), "/" + application.name() + "/"));
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
