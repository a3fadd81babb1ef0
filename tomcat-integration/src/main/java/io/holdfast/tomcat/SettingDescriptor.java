package io.holdfast.tomcat;

import io.holdfast.core.config.Setting;
import io.holdfast.tomcat.jmx.Measured;
import java.beans.BeanInfo;
import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.beans.SimpleBeanInfo;
import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An attribute as a property of a bean, for Tomcat's StoreConfig: it stores the properties that can
 * be read and written, and reads them by {@code getProperty(String)} where they have no getter.
 */
final class SettingDescriptor extends PropertyDescriptor {

  /** While it is not, the JDK's constructor asks for methods, and would refuse these. */
  private final boolean isMade;

  private SettingDescriptor(String name) throws IntrospectionException {
    super(name, null, null);
    isMade = true;
  }

  /** A component's settings, beside the properties of Tomcat's class that it extends. */
  abstract static class OfComponent extends SimpleBeanInfo {

    private final Class<?> ofTomcat;
    private final Stream<Setting<?>> settings;

    OfComponent(Class<?> ofTomcat, Stream<Setting<?>> settings) {
      this.ofTomcat = ofTomcat;
      this.settings = settings;
    }

    @Override
    public final PropertyDescriptor[] getPropertyDescriptors() {
      return settings.map(setting -> of(setting.attribute())).toArray(PropertyDescriptor[]::new);
    }

    @Override
    public final BeanInfo[] getAdditionalBeanInfo() {
      try {
        return new BeanInfo[] {Introspector.getBeanInfo(ofTomcat)};
      } catch (IntrospectionException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static PropertyDescriptor of(String name) {
    try {
      return new SettingDescriptor(name);
    } catch (IntrospectionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public synchronized Class<?> getPropertyType() {
    return String.class;
  }

  @Override
  public synchronized @Nullable Method getReadMethod() {
    return isMade ? method("getProperty", String.class) : null;
  }

  @Override
  public synchronized @Nullable Method getWriteMethod() {
    return isMade ? method("setProperty", String.class, String.class) : null;
  }

  private static Method method(String name, Class<?>... parameters) {
    try {
      return Measured.class.getMethod(name, parameters);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SettingDescriptor that && that.getName().equals(getName());
  }

  @Override
  public int hashCode() {
    return getName().hashCode();
  }
}
