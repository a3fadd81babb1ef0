package io.holdfast.benchmarks.beans;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** The application and its server, compiled against TomEE, which no module of the build has. */
final class Application {

  private final Path root;
  private final String libraries;

  /**
   * Compiles nothing yet.
   *
   * @param root the checkout, in which the build left TomEE and the distribution
   * @param version of Holdfast
   */
  Application(Path root, String version) throws IOException {
    this.root = root;
    this.libraries =
        Stream.concat(
                jars(root.resolve("benchmarks/target/tomee")),
                jars(root.resolve("dist/target/holdfast-" + version + "/kryo")))
            .collect(Collectors.joining(File.pathSeparator));
  }

  private static Stream<String> jars(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(Path::toString)
          .filter(file -> file.endsWith(".jar"))
          .sorted()
          .toList()
          .stream();
    }
  }

  /** Compiles the server, and says with which class path it runs. */
  String server() throws IOException {
    Path classes = root.resolve("benchmarks/target/beans/server");
    compile("server", classes);
    return classes + File.pathSeparator + libraries;
  }

  /**
   * Unpacks the application.
   *
   * @param manager the element of its {@code context.xml}, possibly empty
   */
  void unpack(Path docBase, String manager) throws IOException {
    Files.createDirectories(docBase.resolve("META-INF"));
    Files.writeString(
        docBase.resolve("META-INF/context.xml"), "<Context>" + manager + "</Context>");
    compile("webapp", docBase.resolve("WEB-INF/classes"));
  }

  private void compile(String name, Path classes) throws IOException {
    Files.createDirectories(classes);
    List<String> arguments =
        new ArrayList<>(
            List.of("--release", "17", "-proc:none", "-cp", libraries, "-d", classes.toString()));
    try (Stream<Path> sources = Files.list(root.resolve("benchmarks/src/beans").resolve(name))) {
      sources.map(Path::toString).forEach(arguments::add);
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null || compiler.run(null, null, null, arguments.toArray(String[]::new)) != 0) {
      throw new IllegalStateException("The " + name + " does not compile");
    }
  }
}
