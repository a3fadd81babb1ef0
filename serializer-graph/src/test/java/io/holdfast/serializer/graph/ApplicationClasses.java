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
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles sources and loads them as a web application's loader would. */
final class ApplicationClasses {

  private ApplicationClasses() {}

  /** Loads a source file whose public class has the given name. */
  static URLClassLoader load(Path directory, String className, String source) {
    try {
      Path classes = Files.createTempDirectory(directory, "classes");
      JavaFileObject file = new Source(className, source);
      boolean compiled =
          ToolProvider.getSystemJavaCompiler()
              .getTask(null, null, null, List.of("-d", classes.toString()), null, List.of(file))
              .call();
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
