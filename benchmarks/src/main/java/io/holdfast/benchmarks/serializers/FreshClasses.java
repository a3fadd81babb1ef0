package io.holdfast.benchmarks.serializers;

import io.holdfast.benchmarks.serializers.tickets.Tickets;
import java.io.IOException;
import java.io.InputStream;

/** Defines the classes of the tickets anew, as a web application does that was just deployed. */
final class FreshClasses extends ClassLoader {

  private static final String PACKAGE = Tickets.class.getPackageName() + ".";

  FreshClasses() {
    super(FreshClasses.class.getClassLoader());
  }

  /** A session with objects of these classes. */
  Object session() throws ReflectiveOperationException {
    return loadClass(Tickets.class.getName()).getMethod("session").invoke(null);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(PACKAGE)) {
      return super.loadClass(name, resolve);
    }
    Class<?> known = findLoadedClass(name);
    return known == null ? define(name) : known;
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
