package io.holdfast.dist;

import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * What the JDK's doclint says of the Javadoc of some types: of each public and protected member,
 * what is missing as well as what is wrong.
 */
final class JavadocProblems {

  private static final List<String> OPTIONS =
      List.of(
          "--release", "17", "-proc:none", "-Xmaxwarns", "1000", "-Xdoclint:all/protected", "-cp");

  private JavadocProblems() {}

  /** One line for each problem, {@code TYPE.java:LINE message}. */
  static List<String> of(Collection<String> types) throws IOException {
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(found, Locale.ROOT, StandardCharsets.UTF_8)) {
      List<String> options = new ArrayList<>(OPTIONS);
      options.add(classPath());
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, found, options, null, files.getJavaFileObjects(sources(types)));
      var unused = task.analyze();
    }
    List<String> problems = new ArrayList<>();
    for (Diagnostic<? extends JavaFileObject> each : found.getDiagnostics()) {
      if (each.getSource() != null && !isOfCompactConstructor(each) && !isOfSetting(each)) {
        problems.add(
            "%s:%d %s"
                .formatted(
                    Path.of(each.getSource().getName()).getFileName(),
                    each.getLineNumber(),
                    each.getMessage(Locale.ROOT)));
      }
    }
    return problems;
  }

  /** JDK 17 asks there for the parameters, which the record has; later ones do not. */
  private static boolean isOfCompactConstructor(Diagnostic<? extends JavaFileObject> problem)
      throws IOException {
    return problem.getMessage(Locale.ROOT).startsWith("no @param for ")
        && line(problem).matches("  public \\w+ \\{");
  }

  private static String line(Diagnostic<? extends JavaFileObject> problem) throws IOException {
    return problem
        .getSource()
        .getCharContent(true)
        .toString()
        .lines()
        .skip(problem.getLineNumber() - 1)
        .findFirst()
        .orElseThrow();
  }

  /** Each constant of {@code Setting} has its sentence as an argument, once. */
  private static boolean isOfSetting(Diagnostic<? extends JavaFileObject> problem)
      throws IOException {
    return line(problem).matches("  public static final Setting<.*> [A-Z_]+ =");
  }

  private static Path[] sources(Collection<String> types) throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      List<Path> folders = modules.map(each -> each.resolve("src/main/java")).toList();
      for (String type : types) {
        Path file = Path.of(type.replace('.', '/') + ".java");
        sources.add(
            folders.stream()
                .map(each -> each.resolve(file))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new IOException("No module has the source of " + type)));
      }
    }
    return sources.toArray(Path[]::new);
  }

  /** The jars of the zip, those of a Tomcat, and what the converters are for. */
  private static String classPath() throws IOException {
    List<String> entries = new ArrayList<>();
    entries.addAll(jars(Path.of(Cluster.property("holdfast.distribution"))));
    entries.addAll(jars(Path.of(Cluster.property("holdfast.tomcat9"))));
    entries.add(System.getProperty("java.class.path"));
    return String.join(File.pathSeparator, entries);
  }

  private static List<String> jars(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(Path::toString).filter(each -> each.endsWith(".jar")).toList();
    }
  }
}
