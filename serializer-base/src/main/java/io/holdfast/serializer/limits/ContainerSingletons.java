package io.holdfast.serializer.limits;

import io.holdfast.serializer.objects.ClassMembers;
import java.lang.annotation.Annotation;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes classes by their annotations whose one object a container shares among all sessions. A
 * session that holds that object stores a copy of it.
 */
final class ContainerSingletons {

  /** Those of Spring have {@code Component} on them. */
  private static final Set<String> STEREOTYPES =
      Set.of(
          "org.springframework.stereotype.Component",
          "jakarta.ejb.Singleton",
          "jakarta.ejb.Stateless",
          "jakarta.enterprise.context.ApplicationScoped",
          "jakarta.inject.Singleton",
          "javax.ejb.Singleton",
          "javax.ejb.Stateless",
          "javax.enterprise.context.ApplicationScoped",
          "javax.inject.Singleton");

  /** There may be one object for each session, request or view. */
  private static final String SCOPE = "org.springframework.context.annotation.Scope";

  private static final String GENERATED = "$$";

  private ContainerSingletons() {}

  /** The annotation that says so, such as {@code @Service}; null if none does. */
  static @Nullable String stereotypeOf(Class<?> type) {
    if (type.getModule().isNamed() || ClassMembers.isReplaced(type)) {
      return null;
    }
    Class<?> superclass = type.getSuperclass();
    Class<?> own = superclass != null && type.getName().contains(GENERATED) ? superclass : type;
    String stereotype = null;
    try {
      for (Annotation annotation : own.getDeclaredAnnotations()) {
        Set<String> names = new TreeSet<>();
        collect(annotation.annotationType(), names);
        if (names.contains(SCOPE)) {
          return null;
        }
        if (names.stream().anyMatch(STEREOTYPES::contains)) {
          stereotype = "@" + annotation.annotationType().getSimpleName();
        }
      }
    } catch (LinkageError | ArrayStoreException | TypeNotPresentException e) {
      return null; // an annotation names a type that is missing here
    }
    return stereotype;
  }

  private static void collect(Class<? extends Annotation> annotation, Set<String> names) {
    if (names.add(annotation.getName())) {
      for (Annotation above : annotation.getDeclaredAnnotations()) {
        collect(above.annotationType(), names);
      }
    }
  }
}
