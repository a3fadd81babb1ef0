package io.holdfast.doctor.compare;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * A version of an application, as an unpacked WAR.
 *
 * @param folder of the application
 */
public record Version(Path folder) {

  /** Compiles sources with one public type each into {@code WEB-INF/classes}. */
  public Version with(String... sources) throws IOException {
    Path classes = folder.resolve("WEB-INF/classes");
    compile(classes, sources);
    return this;
  }

  /** Compiles sources into a jar in {@code WEB-INF/lib}. */
  public Version withLibrary(String name, String... sources) throws IOException {
    Path classes = folder.resolveSibling(folder.getFileName() + "-" + name);
    compile(classes, sources);
    Files.createDirectories(folder.resolve("WEB-INF/lib"));
    zip(classes, folder.resolve("WEB-INF/lib/" + name));
    return this;
  }

  /** Adds any file. */
  public Version withFile(String name, byte[] content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
    return this;
  }

  /** Packs it beside its folder. */
  public Path war() throws IOException {
    Path war = folder.resolveSibling(folder.getFileName() + ".war");
    zip(folder, war);
    return war;
  }

  static void compile(Path classes, String... sources) throws IOException {
    Files.createDirectories(classes);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options = List.of("-proc:none", "-nowarn", "-cp", classes.toString());
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("-d", classes.toString()));
    List<JavaFileObject> units = Arrays.stream(sources).map(Version::unit).toList();
    if (!compiler.getTask(null, null, null, all, null, units).call()) {
      throw new IllegalArgumentException("The sources do not compile");
    }
  }

  private static JavaFileObject unit(String source) {
    String name =
        source.replaceFirst(
            "(?s).*?public (?:\\w+ )*(?:class|enum|record|interface) (\\w+).*", "$1");
    URI uri = URI.create("string:///" + name + ".java");
    return new SimpleJavaFileObject(uri, JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return source;
      }
    };
  }

  private static void zip(Path folder, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out);
        Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.filter(Files::isRegularFile).sorted().toList()) {
        zip.putNextEntry(new ZipEntry(folder.relativize(path).toString()));
        zip.write(Files.readAllBytes(path));
      }
    }
  }
}
