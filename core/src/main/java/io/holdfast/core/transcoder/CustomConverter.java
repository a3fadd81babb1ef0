package io.holdfast.core.transcoder;

import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An extension that {@code customConverter} names, made and ready.
 *
 * @param instance of one of the kinds that the serializer takes, or a {@link Conversions}
 * @param conversions what a {@link Conversions} has, else empty
 */
public record CustomConverter(String name, Object instance, List<Conversion<?>> conversions) {

  public CustomConverter {
    conversions = List.copyOf(conversions);
  }

  /**
   * Makes the extensions that are configured, in their order.
   *
   * @param kinds what the serializer takes beside {@link Conversions}; each named class must be of
   *     one of them
   * @throws TranscoderException with reason {@link Reason#UNUSABLE} and a message for the operator
   */
  public static List<CustomConverter> allOf(TranscoderContext context, Class<?>... kinds) {
    List<Class<?>> accepted = new ArrayList<>(List.of(kinds));
    accepted.add(0, Conversions.class);
    List<CustomConverter> all = new ArrayList<>();
    for (String name : context.customConverters()) {
      all.add(make(name, context.filter().loader(), accepted));
    }
    return all;
  }

  private static CustomConverter make(
      String name, ClassLoader application, List<Class<?>> accepted) {
    if (name.startsWith("de.javakaffee.")) {
      throw unusable(
          name,
          "it is an extension of memcached-session-manager; most of them are not needed any more:"
              + " remove it, or name a class that "
              + mustImplement(accepted),
          null);
    }
    Class<?> type = load(name, application);
    if (accepted.stream().noneMatch(kind -> kind.isAssignableFrom(type))) {
      throw unusable(name, "it must be a class that " + mustImplement(accepted), null);
    }
    try {
      Object instance = seenFrom(application, type).getConstructor().newInstance();
      List<Conversion<?>> conversions = instance instanceof Conversions c ? c.all() : List.of();
      conversions.forEach(conversion -> checkType(name, conversion.type(), application));
      return new CustomConverter(name, instance, conversions);
    } catch (ReflectiveOperationException e) {
      Throwable reason = e.getCause() == null ? e : e.getCause();
      throw reason instanceof NoClassDefFoundError missing
          ? missing(name, type, missing)
          : unusable(
              name,
              "it must be a public class with a public constructor without parameters that works: "
                  + reason,
              e);
    } catch (TranscoderException e) {
      throw e;
    } catch (NoClassDefFoundError e) {
      throw missing(name, type, e);
    } catch (RuntimeException | LinkageError e) {
      // Code of others, which may have been made for another version of its library.
      throw unusable(name, "it fails with " + e + library(type), e);
    }
  }

  private static String mustImplement(List<Class<?>> accepted) {
    return accepted.stream()
        .map(Class::getName)
        .collect(Collectors.joining(" or ", "implements ", ""));
  }

  private static Class<?> load(String name, ClassLoader application) {
    try {
      return Class.forName(name, false, application);
    } catch (ClassNotFoundException | LinkageError e) {
      return loadBesideHoldfast(name, e);
    }
  }

  private static Class<?> loadBesideHoldfast(String name, Throwable before) {
    try {
      return Class.forName(name, false, CustomConverter.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      e.addSuppressed(before);
      throw unusable(
          name,
          "there is no such class in %s (%s); %s, or leave it out"
              .formatted(JarPlace.ofApplications(), e, JarPlace.ofConverter()),
          e);
    }
  }

  private static Class<?> seenFrom(ClassLoader application, Class<?> type)
      throws ClassNotFoundException {
    boolean isShared = Conversions.class.isAssignableFrom(type) && isOutside(application, type);
    return isShared ? new AdoptingLoader(type, application).adopted() : type;
  }

  /** A class nested in a converter that is loaded again would be another one for the objects. */
  private static void checkType(String name, Class<?> type, ClassLoader application) {
    try {
      if (Class.forName(type.getName(), false, application) == type) {
        return;
      }
    } catch (ClassNotFoundException | LinkageError e) {
      throw unusable(name, "its type %s is not in the application".formatted(type.getName()), e);
    }
    throw unusable(
        name,
        "the application has another class %s than the converter; keep types out of it"
            .formatted(type.getName()),
        null);
  }

  private static boolean isOutside(ClassLoader application, Class<?> type) {
    return type.getClassLoader() != application;
  }

  private static TranscoderException missing(
      String name, Class<?> type, NoClassDefFoundError missing) {
    String what = String.valueOf(missing.getMessage()).replace('/', '.');
    return unusable(
        name,
        "it needs class %s, which is not in %s%s"
            .formatted(what, JarPlace.ofApplications(), library(type)),
        missing);
  }

  /** Asks the class as it lies there: it may not be fit for more. */
  private static String library(Class<?> type) {
    RequiresLibrary library = type.getAnnotation(RequiresLibrary.class);
    return library == null
        ? ""
        : "; put the jar of %s into one of them, or leave the converter out"
            .formatted(library.value());
  }

  private static TranscoderException unusable(String name, String why, @Nullable Throwable cause) {
    return TranscoderException.ofConverter(name, why, cause);
  }

  /**
   * Defines one class, with those nested in it, once more below a web application. From beside
   * Holdfast that class could not see the application's libraries.
   */
  private static final class AdoptingLoader extends ClassLoader {

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
}
