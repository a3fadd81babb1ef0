package io.holdfast.serializer.jdk;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.objects.ClassMembers;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Spring's proxies of beans that have a scope, which other beans are given in their place. Such a
 * proxy leads to the whole application, and its class is another one in each. So records name the
 * bean and the factory, and the proxy is the one that the reading application has already.
 *
 * <p>Spring is on the path of applications, not on ours.
 */
public final class ScopedProxies {

  /** The interface of all such proxies, which stands for their classes in records. */
  public static final String FACE = "org.springframework.aop.scope.ScopedObject";

  private static final String ADVISED = "org.springframework.aop.framework.Advised";
  private static final String MAKER = "org.springframework.aop.scope.ScopedProxyFactoryBean";
  private static final String FACTORY =
      "org.springframework.beans.factory.support.DefaultListableBeanFactory";

  /** What Spring puts before the name of the bean itself, behind the proxy. */
  private static final String TARGET = "scopedTarget.";

  private static final ClassValue<Faces> KNOWN =
      ClassMembers.known(type -> new Faces(find(type, FACE), find(type, ADVISED)));

  private record Faces(@Nullable Class<?> scoped, @Nullable Class<?> advised) {}

  /**
   * What stands for a proxy.
   *
   * @param factory the id of the bean factory, the same in each start of the application
   * @param bean the name of the bean as which others get the proxy
   */
  public record Place(String factory, String bean) {}

  private ScopedProxies() {}

  private static @Nullable Class<?> find(Class<?> type, String name) {
    return ClassMembers.ownClasses(type)
        .flatMap(each -> Arrays.stream(each.getInterfaces()))
        .filter(face -> face.getName().equals(name))
        .findFirst()
        .orElse(null);
  }

  /** Returns the interface that stands for a class of such proxies; null if it is none. */
  public static @Nullable Class<?> faceOf(Class<?> type) {
    Faces faces = KNOWN.get(type);
    return faces.advised == null ? null : faces.scoped;
  }

  /** Returns whether a class, which the bytes name, stands for those of all such proxies. */
  public static boolean isFace(Class<?> type) {
    return type.isInterface() && type.getName().equals(FACE);
  }

  /**
   * Returns what stands for a proxy.
   *
   * @param proxy of a class that has a {@link #faceOf}
   * @throws TranscoderException with reason {@link Reason#UNWRITABLE} if nothing does
   */
  public static Place placeOf(Object proxy) {
    Class<?> advised = KNOWN.get(proxy.getClass()).advised;
    try {
      if (advised != null) {
        Object source = advised.getMethod("getTargetSource").invoke(proxy);
        Object target = call(source, "getTargetBeanName");
        Object id = call(call(source, "getBeanFactory"), "getSerializationId");
        if (id instanceof String factory
            && target instanceof String bean
            && bean.startsWith(TARGET)) {
          return new Place(factory, bean.substring(TARGET.length()));
        }
      }
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new TranscoderException(Reason.UNWRITABLE, unwritable(proxy), e);
    }
    throw new TranscoderException(Reason.UNWRITABLE, unwritable(proxy));
  }

  private static String unwritable(Object proxy) {
    return "class %s is a proxy of Spring without a bean factory that has an id"
        .formatted(proxy.getClass().getName());
  }

  private static @Nullable Object call(@Nullable Object object, String getter)
      throws ReflectiveOperationException {
    return object == null ? null : object.getClass().getMethod(getter).invoke(object);
  }

  /**
   * Finds the proxy in the application that reads. It is looked for among Spring's own references
   * to factories. Nothing but such a proxy is asked for, whatever the bytes name.
   *
   * @throws TranscoderException with reason {@link Reason#UNREADABLE} if there is none, or not yet
   */
  public static Object find(Place place, ClassFilter filter) {
    try {
      Object factory = factory(place.factory, filter.loader());
      if (factory != null) {
        Class<?> type = factory.getClass();
        Object isScoped =
            type.getMethod("isTypeMatch", String.class, Class.class)
                .invoke(
                    factory,
                    "&" + place.bean,
                    Class.forName(MAKER, false, factory.getClass().getClassLoader()));
        Object proxy =
            Boolean.TRUE.equals(isScoped)
                ? type.getMethod("getBean", String.class).invoke(factory, place.bean)
                : null;
        if (proxy != null && faceOf(proxy.getClass()) != null) {
          return proxy;
        }
      }
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new TranscoderException(Reason.UNREADABLE, unreadable(), e);
    }
    throw new TranscoderException(Reason.UNREADABLE, unreadable());
  }

  private static String unreadable() {
    return "the application has no such proxy of a Spring bean, or not yet";
  }

  private static @Nullable Object factory(String id, ClassLoader loader)
      throws ReflectiveOperationException {
    Field known = Class.forName(FACTORY, false, loader).getDeclaredField("serializableFactories");
    known.setAccessible(true);
    return known.get(null) instanceof Map<?, ?> factories
            && factories.get(id) instanceof Reference<?> reference
        ? reference.get()
        : null;
  }
}
