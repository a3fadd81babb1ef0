package io.holdfast.core.transcoder.kit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Compiles sources in memory and defines the classes itself, as a web application's loader does.
 */
public final class SourceLoader extends ClassLoader {

  private final Map<String, ByteArrayOutputStream> compiled = new HashMap<>();

  /**
   * Compiles.
   *
   * @param sources one compilation unit each, with at most one public class, in the unnamed package
   */
  public SourceLoader(String... sources) {
    super(SourceLoader.class.getClassLoader());
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    JavaFileManager files =
        new InMemory(compiler.getStandardFileManager(null, Locale.ROOT, null), compiled);
    List<Source> units = new java.util.ArrayList<>();
    for (String source : sources) {
      units.add(new Source(source));
    }
    boolean done =
        units.isEmpty()
            || compiler.getTask(null, files, null, List.of("-proc:none"), null, units).call();
    if (!done) {
      throw new IllegalArgumentException("sources do not compile");
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    ByteArrayOutputStream bytes = compiled.get(name);
    if (bytes == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, bytes.toByteArray(), 0, bytes.size());
  }

  /** The bytes of a class that was compiled, as from a jar. */
  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    ByteArrayOutputStream bytes =
        compiled.get(name.replaceFirst("\\.class$", "").replace('/', '.'));
    return bytes == null
        ? super.getResourceAsStream(name)
        : new ByteArrayInputStream(bytes.toByteArray());
  }

  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(String text) {
      super(URI.create("string:///" + nameIn(text) + ".java"), Kind.SOURCE);
      this.text = text;
    }

    private static String nameIn(String text) {
      return text.replaceFirst("(?s).*?public (?:\\w+ )*(?:class|enum|record) (\\w+).*", "$1");
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static final class InMemory extends ForwardingJavaFileManager<JavaFileManager> {

    private final Map<String, ByteArrayOutputStream> compiled;

    InMemory(JavaFileManager files, Map<String, ByteArrayOutputStream> compiled) {
      super(files);
      this.compiled = compiled;
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return new SimpleJavaFileObject(URI.create("mem:///" + className), kind) {
        @Override
        public OutputStream openOutputStream() {
          ByteArrayOutputStream bytes = new ByteArrayOutputStream();
          compiled.put(className, bytes);
          return bytes;
        }
      };
    }
  }
}
