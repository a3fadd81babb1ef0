package io.holdfast.tomcat.login;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.catalina.authenticator.SavedRequest;

/**
 * The cookies of a saved request, as names and values. Their class has another name in each
 * namespace of the servlet API, so its methods are found by way of {@link SavedRequest}'s own.
 */
final class RequestCookies {

  private static final MethodHandle ADD;
  private static final MethodHandle NEW;
  private static final MethodHandle NAME;
  private static final MethodHandle VALUE;

  static {
    Class<?> cookie =
        Stream.of(SavedRequest.class.getMethods())
            .filter(method -> method.getName().equals("addCookie"))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("this Tomcat saves no cookies"))
            .getParameterTypes()[0];
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    MethodType text = MethodType.methodType(String.class);
    try {
      ADD =
          lookup.findVirtual(
              SavedRequest.class, "addCookie", MethodType.methodType(void.class, cookie));
      NEW =
          lookup.findConstructor(
              cookie, MethodType.methodType(void.class, String.class, String.class));
      NAME = lookup.findVirtual(cookie, "getName", text);
      VALUE = lookup.findVirtual(cookie, "getValue", text);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new IllegalStateException("this Tomcat's cookies are not known", e);
    }
  }

  private RequestCookies() {}

  /** A name, its value, the next name and so on. */
  static List<String> namesAndValuesOf(SavedRequest request) {
    List<String> namesAndValues = new ArrayList<>();
    Iterator<?> cookies = request.getCookies();
    while (cookies.hasNext()) {
      Object cookie = cookies.next();
      try {
        namesAndValues.add((String) NAME.invoke(cookie));
        namesAndValues.add((String) VALUE.invoke(cookie));
      } catch (Throwable e) { // a method handle declares it; the methods only return a field
        throw new IllegalStateException("a cookie cannot be read", e);
      }
    }
    return namesAndValues;
  }

  /** Adds cookies to a request; false if a name is not one. */
  static boolean addTo(SavedRequest request, List<String> namesAndValues) {
    for (int i = 0; i + 1 < namesAndValues.size(); i += 2) {
      try {
        ADD.invoke(request, NEW.invoke(namesAndValues.get(i), namesAndValues.get(i + 1)));
      } catch (IllegalArgumentException e) {
        return false;
      } catch (Throwable e) { // a method handle declares it; nothing else is thrown
        throw new IllegalStateException("a cookie cannot be made", e);
      }
    }
    return true;
  }
}
