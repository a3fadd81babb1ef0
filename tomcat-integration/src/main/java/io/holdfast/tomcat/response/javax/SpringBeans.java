package io.holdfast.tomcat.response.javax;

import io.holdfast.core.log.Loggers;
import io.holdfast.tomcat.response.AttributeEvents;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.servlet.ServletContext;
import org.jspecify.annotations.Nullable;

/**
 * Gives beans of Spring's session scope the listener that destroys them at the session's end. The
 * one of Spring holds the bean as it was in the Tomcat that made it, and is not stored.
 *
 * <p>Spring is on the path of applications, not on ours.
 */
final class SpringBeans {

  private static final System.Logger LOG = Loggers.of(SpringBeans.class);

  /** What Spring's own attributes of an application begin with, its contexts among them. */
  private static final String OF_SPRING = "org.springframework.";

  private static final String CONTEXT = "org.springframework.context.ApplicationContext";
  private static final String LISTENER =
      "org.springframework.web.context.request.DestructionCallbackBindingListener";

  private static final String SESSION_SCOPE = "session";

  private SpringBeans() {}

  /** Prepares the end of a session: puts the listeners of such beans into its attributes. */
  static void prepareEnd(ServletContext application, Map<String, Object> attributes) {
    for (String name : Collections.list(application.getAttributeNames())) {
      Object value = name.startsWith(OF_SPRING) ? application.getAttribute(name) : null;
      Class<?> context = value == null ? null : typeNamed(CONTEXT, value.getClass());
      if (value != null && context != null) {
        try {
          Object factory = context.getMethod("getAutowireCapableBeanFactory").invoke(value);
          prepare(factory, attributes);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
          LOG.log(System.Logger.Level.DEBUG, "Beans of a context of Spring are not destroyed", e);
        }
      }
    }
  }

  private static void prepare(Object factory, Map<String, Object> attributes)
      throws ReflectiveOperationException {
    for (String name : List.copyOf(attributes.keySet())) {
      if (isInSession(factory, name)) {
        Object bean = attributes.get(name);
        if (bean != null) {
          attributes.put(
              AttributeEvents.DESTRUCTION + name,
              listener(() -> destroy(factory, name, bean), factory));
        }
      }
    }
  }

  private static boolean isInSession(Object factory, String name)
      throws ReflectiveOperationException {
    Class<?> type = factory.getClass();
    if (!Boolean.TRUE.equals(
        type.getMethod("containsBeanDefinition", String.class).invoke(factory, name))) {
      return false;
    }
    Object definition =
        type.getMethod("getMergedBeanDefinition", String.class).invoke(factory, name);
    return SESSION_SCOPE.equals(definition.getClass().getMethod("getScope").invoke(definition));
  }

  private static Object listener(Runnable destruction, Object factory)
      throws ReflectiveOperationException {
    ClassLoader loader =
        (ClassLoader) factory.getClass().getMethod("getBeanClassLoader").invoke(factory);
    return Class.forName(LISTENER, true, loader)
        .getConstructor(Runnable.class)
        .newInstance(destruction);
  }

  /** Spring itself logs what the bean throws. */
  private static void destroy(Object factory, String name, Object bean) {
    try {
      factory
          .getClass()
          .getMethod("destroyBean", String.class, Object.class)
          .invoke(factory, name, bean);
    } catch (ReflectiveOperationException e) {
      LOG.log(System.Logger.Level.WARNING, "Cannot destroy the session's bean " + name, e);
    }
  }

  private static @Nullable Class<?> typeNamed(String name, Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Class<?> face : c.getInterfaces()) {
        Class<?> found = face.getName().equals(name) ? face : typeNamed(name, face);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }
}
