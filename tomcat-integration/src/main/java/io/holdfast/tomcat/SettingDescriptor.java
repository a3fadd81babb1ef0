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

  private final Method read;
  private final Method write;

  private SettingDescriptor(String name) throws IntrospectionException, NoSuchMethodException {
    super(name, null, null); // which asks for methods, and would refuse these
    read = Measured.class.getMethod("getProperty", String.class);
    write = Measured.class.getMethod("setProperty", String.class, String.class);
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
    } catch (IntrospectionException | NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public synchronized Class<?> getPropertyType() {
    return String.class;
  }

  @Override
  public synchronized @Nullable Method getReadMethod() {
    return read;
  }

  @Override
  public synchronized @Nullable Method getWriteMethod() {
    return write;
  }
}
