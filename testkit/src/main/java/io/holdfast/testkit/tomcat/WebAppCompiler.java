package io.holdfast.testkit.tomcat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles a web application that is written against {@code javax.servlet}, {@code javax.websocket}
 * and {@code javax.security.auth.message} for the namespace of one Tomcat.
 */
public final class WebAppCompiler {

  private final TomcatDistribution distribution;

  /** Creates a compiler for applications that will run in this Tomcat. */
  public WebAppCompiler(TomcatDistribution distribution) {
    this.distribution = distribution;
  }

  /**
   * Compiles all {@code .java} files below a directory into {@code WEB-INF/classes}.
   *
   * @param docBase the exploded application; created if it is missing
   * @param libraries more jars to compile against; they are not copied
   * @throws IllegalArgumentException if the sources do not compile, with the compiler's words
   */
  public void compile(Path sources, Path docBase, Path... libraries) {
    Path classes = docBase.resolve("WEB-INF/classes");
    try {
      Files.createDirectories(classes);
      compile(classes, classPath(libraries), units(sources));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot compile " + sources + " to " + classes, e);
    }
  }

  private void compile(Path classes, String classPath, List<JavaFileObject> units) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IllegalStateException("There is no compiler: run the tests with a JDK, not a JRE");
    }
    List<String> options =
        List.of(
            "--release",
            "17",
            "-proc:none",
            "-parameters",
            "-cp",
            classPath,
            "-d",
            classes.toString());
    StringWriter errors = new StringWriter();
    if (!compiler.getTask(errors, null, null, options, null, units).call()) {
      throw new IllegalArgumentException(
          "The web application does not compile for Tomcat "
              + distribution.version()
              + ":\n"
              + errors);
    }
  }

  private String classPath(Path... libraries) {
    return Stream.concat(distribution.libraries().stream(), Stream.of(libraries))
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }

  private List<JavaFileObject> units(Path sources) throws IOException {
    List<JavaFileObject> units = new ArrayList<>();
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        units.add(new Source(file.toUri(), inNamespace(Files.readString(file))));
      }
    }
    if (units.isEmpty()) {
      throw new IllegalArgumentException("There are no Java sources in " + sources);
    }
    return units;
  }

  private String inNamespace(String source) {
    return source
        .replace("javax.servlet", distribution.namespace() + ".servlet")
        .replace("javax.websocket", distribution.namespace() + ".websocket")
        .replace(
            "javax.security.auth.message", distribution.namespace() + ".security.auth.message");
  }

  /** A source in memory that calls itself by its file, so that errors can be found. */
  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(URI file, String text) {
      super(file, Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
