package io.holdfast.serializer.tests;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Looks for classes of some packages in its own jars only, as a web application's loader does. */
final class LibraryLoader extends URLClassLoader {

  private final List<String> packages;

  private LibraryLoader(URL[] jars, List<String> packages) {
    super(jars, LibraryLoader.class.getClassLoader());
    this.packages = packages;
  }

  /** An application that brings the jars or folders of these classes along. */
  static LibraryLoader with(Class<?>... classes) {
    return new LibraryLoader(
        Stream.of(classes)
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
            .toArray(URL[]::new),
        Arrays.stream(classes).map(type -> type.getPackageName() + ".").toList());
  }

  /** An application on a Tomcat that has nothing of a package. */
  static LibraryLoader without(String packageName) {
    return new LibraryLoader(new URL[0], List.of(packageName + "."));
  }

  @Override
  protected @Nullable Class<?> loadClass(String name, boolean resolve)
      throws ClassNotFoundException {
    if (packages.stream().noneMatch(name::startsWith)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known == null ? findClass(name) : known;
    }
  }
}
