package io.holdfast.doctor.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.tomcat.MemcachedSessionManager;
import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The command knows the attributes that the manager has. */
final class KnownAttributesTest {

  @Test
  void attributesWhenComparedWithThoseOfTheManagerThenTheSame() throws IntrospectionException {
    Map<String, Class<?>> setters = new TreeMap<>();
    for (Method method : MemcachedSessionManager.class.getMethods()) {
      String name = method.getName();
      if (name.startsWith("set") && name.length() > 3 && method.getParameterCount() == 1) {
        Class<?> type = method.getParameterTypes()[0];
        String attribute = Character.toLowerCase(name.charAt(3)) + name.substring(4);
        if (type.isPrimitive()) {
          setters.put(attribute, type);
        } else if (type == String.class) {
          setters.putIfAbsent(attribute, type);
        }
      }
    }

    Class<?> own = MemcachedSessionManager.class.getSuperclass();
    for (PropertyDescriptor each : Introspector.getBeanInfo(own).getPropertyDescriptors()) {
      if (each.getPropertyType() == String.class && each.getWriteMethod() != null) {
        setters.put(each.getName(), String.class);
      }
    }

    assertEquals(setters, KnownAttributes.of("9.0"));
  }
}
