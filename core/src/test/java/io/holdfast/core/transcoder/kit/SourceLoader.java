package io.holdfast.core.transcoder.kit;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Compiles sources in memory and defines the classes itself, as a web application's loader does.
 */
public final class SourceLoader extends ClassLoader {

  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

  /** One for all: it lists the jars of the class path once. */
  private static final JavaFileManager FILES = files();

  /** What was compiled before; guarded by the class, as {@link #FILES} is for one thread only. */
  private static final Map<List<String>, Map<String, ByteArrayOutputStream>> COMPILED =
      new HashMap<>();

  private final Map<String, ByteArrayOutputStream> compiled;

  /**
   * Compiles.
   *
   * @param sources one compilation unit each, with at most one public class, in the unnamed package
   */
  public SourceLoader(String... sources) {
    super(SourceLoader.class.getClassLoader());
    compiled = compiled(List.of(sources));
  }

  private static JavaFileManager files() {
    StandardJavaFileManager files = COMPILER.getStandardFileManager(null, Locale.ROOT, null);
    try {
      // Otherwise each compilation searches all jars of the class path for plugins.
      files.setLocation(StandardLocation.ANNOTATION_PROCESSOR_PATH, List.of());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot set an empty path", e);
    }
    return files;
  }

  private static synchronized Map<String, ByteArrayOutputStream> compiled(List<String> sources) {
    return COMPILED.computeIfAbsent(sources, SourceLoader::compile);
  }

  private static Map<String, ByteArrayOutputStream> compile(List<String> sources) {
    Map<String, ByteArrayOutputStream> classes = new HashMap<>();
    List<Source> units = sources.stream().map(Source::new).toList();
    boolean done =
        units.isEmpty()
            || COMPILER
                .getTask(
                    null, new InMemory(FILES, classes), null, List.of("-proc:none"), null, units)
                .call();
    if (!done) {
      throw new IllegalArgumentException("sources do not compile");
    }
    return classes;
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
      return text.replaceFirst(
          "(?s).*?public (?:\\w+ )*(?:class|enum|record|@interface) ([\\w$]+).*", "$1");
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

    /** Looks into no jar for packages that only the JDK has, nor for the unnamed one. */
    @Override
    public Iterable<JavaFileObject> list(
        Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse)
        throws IOException {
      return location == StandardLocation.CLASS_PATH
              && (packageName.isEmpty() || (packageName + ".").startsWith("java."))
          ? List.of()
          : super.list(location, packageName, kinds, recurse);
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
