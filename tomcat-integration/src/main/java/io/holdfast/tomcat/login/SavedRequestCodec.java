package io.holdfast.tomcat.login;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.catalina.authenticator.SavedRequest;
import org.apache.tomcat.util.IntrospectionUtils;
import org.apache.tomcat.util.buf.ByteChunk;
import org.jspecify.annotations.Nullable;

/**
 * Turns the request that a login by FORM has interrupted into what any transcoder can write, and
 * back.
 *
 * <p>Headers that carry credentials are left out. The body is as large as the connector that took
 * it allowed ({@code maxSavePostSize}).
 */
final class SavedRequestCodec {

  private static final String METHOD = "method";
  private static final String URI = "uri";
  private static final String DECODED_URI = "decodedUri";
  private static final String QUERY = "query";
  private static final String CONTENT_TYPE = "contentType";
  private static final String INTERVAL = "interval";
  private static final String HEADERS = "headers";
  private static final String LOCALES = "locales";
  private static final String COOKIES = "cookies";
  private static final String BODY = "body";

  /** The class of cookies has another name in each namespace of the servlet API. */
  private static final Method ADD_COOKIE =
      Stream.of(SavedRequest.class.getMethods())
          .filter(method -> method.getName().equals("addCookie"))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("this Tomcat saves no cookies"));

  private static final Set<String> CREDENTIALS = Set.of("authorization", "proxy-authorization");

  private SavedRequestCodec() {}

  static Map<String, Object> encode(SavedRequest request) {
    Map<String, Object> storable = new LinkedHashMap<>();
    storable.put(METHOD, request.getMethod());
    storable.put(URI, request.getRequestURI());
    storable.put(DECODED_URI, request.getDecodedRequestURI());
    storable.put(QUERY, request.getQueryString());
    storable.put(CONTENT_TYPE, request.getContentType());
    storable.put(INTERVAL, request.getOriginalMaxInactiveIntervalOptional());
    storable.put(HEADERS, headers(request));
    storable.put(LOCALES, locales(request));
    storable.put(COOKIES, cookies(request));
    ByteChunk body = request.getBody();
    if (body != null) {
      storable.put(BODY, Arrays.copyOfRange(body.getBytes(), body.getStart(), body.getEnd()));
    }
    storable.values().removeIf(Objects::isNull);
    return storable;
  }

  private static Map<String, List<String>> headers(SavedRequest request) {
    Set<String> names = new TreeSet<>();
    request.getHeaderNames().forEachRemaining(names::add);
    names.removeIf(name -> CREDENTIALS.contains(name.toLowerCase(Locale.ROOT)));
    Map<String, List<String>> headers = new LinkedHashMap<>();
    for (String name : names) {
      headers.put(name, listOf(request.getHeaderValues(name)));
    }
    return headers;
  }

  private static List<String> locales(SavedRequest request) {
    List<String> tags = new ArrayList<>();
    request.getLocales().forEachRemaining(locale -> tags.add(locale.toLanguageTag()));
    return tags;
  }

  private static List<String> listOf(Iterator<String> values) {
    List<String> list = new ArrayList<>();
    values.forEachRemaining(list::add);
    return list;
  }

  /** Null if it is not what {@link #encode} gives for a request that can be repeated. */
  static @Nullable SavedRequest decode(@Nullable Object stored) {
    if (!(stored instanceof Map<?, ?> map)
        || !(map.get(METHOD) instanceof String method)
        || !(map.get(URI) instanceof String uri)
        || !(map.get(DECODED_URI) instanceof String decodedUri)
        || !(map.get(HEADERS) instanceof Map<?, ?> headers)) {
      return null;
    }
    SavedRequest request = new SavedRequest();
    request.setMethod(method);
    request.setRequestURI(uri);
    request.setDecodedRequestURI(decodedUri);
    headers.forEach((name, values) -> addHeader(request, name, values));
    textsIn(map.get(LOCALES)).forEach(tag -> request.addLocale(Locale.forLanguageTag(tag)));
    if (map.get(QUERY) instanceof String query) {
      request.setQueryString(query);
    }
    if (map.get(CONTENT_TYPE) instanceof String contentType) {
      request.setContentType(contentType);
    }
    if (map.get(INTERVAL) instanceof Integer interval) {
      request.setOriginalMaxInactiveInterval(interval);
    }
    if (map.get(BODY) instanceof byte[] body) {
      ByteChunk chunk = new ByteChunk();
      chunk.setBytes(body, 0, body.length);
      request.setBody(chunk);
    }
    return addCookies(request, textsIn(map.get(COOKIES))) ? request : null;
  }

  /** A name, its value, the next name and so on. */
  private static List<String> cookies(SavedRequest request) {
    List<String> namesAndValues = new ArrayList<>();
    Iterator<?> cookies = request.getCookies();
    while (cookies.hasNext()) {
      Object cookie = cookies.next();
      namesAndValues.add((String) IntrospectionUtils.getProperty(cookie, "name"));
      namesAndValues.add((String) IntrospectionUtils.getProperty(cookie, "value"));
    }
    return namesAndValues;
  }

  /** Adds cookies to a request; false if a name is not one. */
  private static boolean addCookies(SavedRequest request, List<String> namesAndValues) {
    for (int i = 0; i + 1 < namesAndValues.size(); i += 2) {
      try {
        ADD_COOKIE.invoke(
            request,
            ADD_COOKIE
                .getParameterTypes()[0]
                .getConstructor(String.class, String.class)
                .newInstance(namesAndValues.get(i), namesAndValues.get(i + 1)));
      } catch (InvocationTargetException e) {
        return false;
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("a cookie cannot be made", e);
      }
    }
    return true;
  }

  private static void addHeader(SavedRequest request, @Nullable Object name, Object values) {
    if (name instanceof String text) {
      textsIn(values).forEach(value -> request.addHeader(text, value));
    }
  }

  private static List<String> textsIn(@Nullable Object values) {
    return values instanceof List<?> list
        ? list.stream().filter(String.class::isInstance).map(String.class::cast).toList()
        : List.of();
  }
}
