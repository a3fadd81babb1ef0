package io.holdfast.core.transcoder;

import java.io.IOException;
import java.io.InputStream;

/**
 * Defines one class, with those nested in it, once more below a web application. From beside
 * Holdfast that class could not see the application's libraries.
 */
final class AdoptingLoader extends ClassLoader {

  private final Class<?> original;

  AdoptingLoader(Class<?> original, ClassLoader application) {
    super(application);
    this.original = original;
  }

  /** The class as the application sees it. */
  Class<?> adopted() throws ClassNotFoundException {
    return loadClass(original.getName());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.equals(original.getName()) && !name.startsWith(original.getName() + "$")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known == null ? define(name) : known;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
    try (InputStream in = original.getResourceAsStream(file)) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length, original.getProtectionDomain());
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
