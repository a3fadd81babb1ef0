package io.holdfast.doctor.compare;

import io.holdfast.core.transcoder.filter.PackageRoots;
import io.holdfast.doctor.finding.Findings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/** The classes of one version of an application, with those of its libraries. */
final class Application {

  /** In a WAR, and in the jar of a Spring Boot program. */
  private static final Pattern PLACE =
      Pattern.compile("(?:WEB|BOOT)-INF/(?:classes/.+\\.class|lib/.+\\.jar)");

  /** Compilers make no class file that is nearly as large. */
  private static final int MOST_BYTES = 16 << 20;

  private final String war;
  private final Findings findings;
  private final Map<String, ClassFile> classes = new HashMap<>();
  private final Set<String> ofFolder = new HashSet<>();
  private PackageRoots roots = PackageRoots.of(List.of());

  private Application(Path war, Findings findings) {
    this.war = war.toString();
    this.findings = findings;
  }

  /** Reads a WAR or its unpacked folder; null if it is none, which is a finding. */
  static @Nullable Application read(Path war, Findings findings) {
    Application application = new Application(war, findings);
    try {
      if (Files.isDirectory(war)) {
        application.readAll(war);
      } else {
        try (FileSystem zip = FileSystems.newFileSystem(war)) {
          application.readAll(zip.getPath("/"));
        }
      }
      return application;
    } catch (ProviderNotFoundException e) {
      findings.wrong(application.war, "it is no WAR: it is no zip file");
    } catch (IOException | UncheckedIOException e) {
      String why = Files.exists(war) ? "it is no WAR: " + e.getMessage() : "it is missing";
      findings.wrong(application.war, why);
    }
    return null;
  }

  private void readAll(Path root) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(root)) {
      files = all.filter(each -> PLACE.matcher(inside(root, each)).matches()).sorted().toList();
    }
    if (files.isEmpty()) {
      throw new IOException("there are no classes in WEB-INF/classes, and no jars in WEB-INF/lib");
    }
    for (Path file : files) { // classes come before lib, as in Tomcat
      String name = inside(root, file);
      try (InputStream in = Files.newInputStream(file)) {
        if (name.endsWith(".jar")) {
          readJar(name, in);
        } else {
          ofFolder.add(readClass(in));
        }
      } catch (IOException e) {
        damaged(name, e);
      }
    }
    Set<String> packages =
        ofFolder.stream().map(Application::packageOf).collect(Collectors.toSet());
    roots = PackageRoots.of(packages);
  }

  private static String inside(Path root, Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  /** Other versions of a class for later JDKs are below {@code META-INF}, and hardly differ. */
  private void readJar(String name, InputStream in) throws IOException {
    ZipInputStream jar = new ZipInputStream(in);
    ZipEntry entry = jar.getNextEntry();
    if (entry == null) {
      throw new IOException("it has no entries");
    }
    for (; entry != null; entry = jar.getNextEntry()) {
      String path = entry.getName();
      if (path.endsWith(".class") && !path.startsWith("META-INF/")) {
        try {
          var unused = readClass(jar);
        } catch (IOException e) {
          damaged(name + "!/" + path, e);
        }
      }
    }
  }

  private String readClass(InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw new IOException("it is larger than %d bytes".formatted(MOST_BYTES));
    }
    ClassFile read = ClassFileReader.read(bytes);
    classes.putIfAbsent(read.name(), read);
    return read.name();
  }

  private void damaged(String name, IOException e) {
    findings.wrong(war, "%s is damaged, and is not compared: %s".formatted(name, e.getMessage()));
  }

  /** All classes, with those of libraries. */
  Collection<ClassFile> classes() {
    return classes.values();
  }

  /** Returns null if the application does not bring the class along. */
  @Nullable ClassFile find(String name) {
    return classes.get(name);
  }

  /** Returns whether there is such a class, and bytes may name it. */
  boolean isNamed(String name) {
    ClassFile file = find(name);
    return file != null && file.isNamed();
  }

  /**
   * Returns whether sessions may hold objects of a class without an entry of {@code
   * allowedClasses}.
   */
  boolean owns(String name) {
    return ofFolder.contains(name) || roots.cover(packageOf(name));
  }

  private static String packageOf(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }

  /** The classes above one, as far as the application brings them along, the next one first. */
  List<ClassFile> above(ClassFile file) {
    List<ClassFile> above = new ArrayList<>();
    ClassFile next = find(file.superName());
    while (next != null && !next.equals(file) && !above.contains(next)) {
      above.add(next);
      next = find(next.superName());
    }
    return above;
  }

  /** The first class above one that the application does not bring along. */
  String base(ClassFile file) {
    List<ClassFile> above = above(file);
    return above.isEmpty() ? file.superName() : above.get(above.size() - 1).superName();
  }

  /** Returns whether a class has another one above it, or an interface. */
  boolean is(String name, String wanted) {
    Class<?> target = ofJdk(wanted);
    Set<String> seen = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(name));
    for (String next = open.poll(); next != null; next = open.poll()) {
      ClassFile file = find(next);
      Class<?> known = file == null ? ofJdk(next) : null;
      if (next.equals(wanted)
          || (known != null && target != null && target.isAssignableFrom(known))) {
        return true;
      }
      if (file != null && seen.add(next)) {
        open.add(file.superName());
        open.addAll(file.interfaces());
      }
    }
    return false;
  }

  boolean isSerializable(String name) {
    return is(name, "java.io.Serializable");
  }

  boolean isExternalizable(String name) {
    return is(name, "java.io.Externalizable");
  }

  /** What has JDK serialization write a class, and not its fields; empty if nothing has. */
  Set<String> forms(ClassFile file) {
    Set<String> forms = new TreeSet<>();
    if (isSerializable(file.name()) && !file.isRecord()) {
      forms.addAll(file.forms());
      above(file).stream()
          .filter(each -> isSerializable(each.name()))
          .forEach(each -> forms.addAll(each.forms()));
      if (isExternalizable(file.name())) {
        forms.add("Externalizable");
      }
      if (hasState(ofJdk(base(file)))) {
        forms.add(base(file) + " above it");
      }
    }
    return forms;
  }

  /**
   * Returns whether a class of the JDK has fields; those of {@code AbstractList} and the like are
   * caches.
   */
  private static boolean hasState(@Nullable Class<?> type) {
    return type != null
        && !type.getName().startsWith("java.util.Abstract")
        && (hasState(type.getSuperclass())
            || Arrays.stream(type.getDeclaredFields())
                .anyMatch(field -> !Modifier.isStatic(field.getModifiers())));
  }

  /** The access flags of a class; those of an interface if nothing is known of it. */
  int flags(String name) {
    ClassFile file = find(name);
    if (file != null) {
      return file.flags();
    }
    Class<?> type = ofJdk(name);
    return type == null ? Modifier.INTERFACE : type.getModifiers();
  }

  /** A class of the JDK that runs the command, null if it has none of that name. */
  private static @Nullable Class<?> ofJdk(String name) {
    try {
      return Class.forName(name, false, ClassLoader.getPlatformClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }
}
