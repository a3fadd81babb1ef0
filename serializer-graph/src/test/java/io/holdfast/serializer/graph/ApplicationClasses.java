package io.holdfast.serializer.graph;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles sources and loads them as a web application's loader would. */
final class ApplicationClasses {

  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  /** One for all: it lists the jars of the class path once. For one thread at a time. */
  private static final StandardJavaFileManager FILES =
      COMPILER.getStandardFileManager(null, Locale.ROOT, null);

  private ApplicationClasses() {}

  /** Loads a source file whose public class has the given name. */
  static synchronized URLClassLoader load(Path directory, String className, String source) {
    try {
      Path classes = Files.createTempDirectory(directory, "classes");
      JavaFileObject file = new Source(className, source);
      FILES.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
      boolean compiled =
          COMPILER.getTask(null, FILES, null, List.of("-proc:none"), null, List.of(file)).call();
      assertTrue(compiled, source);
      return new URLClassLoader(
          new URL[] {toUrl(classes)}, ApplicationClasses.class.getClassLoader());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static URL toUrl(Path directory) throws MalformedURLException {
    return directory.toUri().toURL();
  }

  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(String className, String text) {
      super(URI.create("string:///" + className + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
