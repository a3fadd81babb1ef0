package io.holdfast.dist;

import io.holdfast.testkit.tomcat.TomcatDistribution;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** Who brings the jars of an application's framework. */
enum Libraries {
  /** The application, in {@code WEB-INF/lib}. */
  APPLICATION,
  /** Tomcat, or a program that embeds it. */
  TOMCAT;

  private static final Path JARS = Path.of("WEB-INF", "lib");
  private static final String PARENT =
      "<Listener className=\"parent.ParentLibraries\" directory=\"%s\"/>";

  /** The jar that {@link #TOMCAT} needs in Tomcat's {@code lib}. */
  static Path listener(TomcatDistribution tomcat) {
    return TomcatLibrary.compile(
        tomcat, "parent", TestFolder.resolve("parent-" + tomcat.line()), List.of());
  }

  /** Describes how the application is deployed. */
  ContextXml deploy(Application application, ContextXml context, TomcatDistribution tomcat) {
    Path docBase = application.docBase(tomcat);
    if (application.isOfTomcat() || this == APPLICATION) {
      return allowing(application, context).application(docBase);
    }
    return allowing(application, context)
        .application(withoutJars(docBase, TestFolder.resolve("parent-" + application.id())))
        .containing(PARENT.formatted(docBase.resolve(JARS).toAbsolutePath()));
  }

  private static ContextXml allowing(Application application, ContextXml context) {
    String line = FrameworksDocument.allowedClasses(application.heading());
    return line.isEmpty() ? context : context.manager("allowedClasses", line);
  }

  private static Path withoutJars(Path source, Path copy) {
    try (Stream<Path> files = Files.walk(source)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path relative = source.relativize(file);
        if (!relative.startsWith(JARS)) {
          Path target = copy.resolve(relative);
          Files.createDirectories(target.getParent());
          Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
      }
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot copy " + source, e);
    }
  }
}
