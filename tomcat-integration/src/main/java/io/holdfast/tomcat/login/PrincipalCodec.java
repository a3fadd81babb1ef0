package io.holdfast.tomcat.login;

import io.holdfast.core.log.Loggers;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.security.auth.login.LoginContext;
import org.apache.catalina.realm.GenericPrincipal;
import org.ietf.jgss.GSSCredential;
import org.jspecify.annotations.Nullable;

/**
 * Turns a principal into what any transcoder can write, and back.
 *
 * <p>Tomcat's own principal becomes its name, its roles, its attributes and the application's
 * principal inside it, never its password, tickets or delegated credentials. Its constructors
 * differ between Tomcats, so they are found by their parameters. Any other principal is left to the
 * transcoder as it is.
 */
public final class PrincipalCodec {

  private static final System.Logger LOG = Loggers.of(PrincipalCodec.class);
  private static final int MAX_REPORTED = 1_000;

  private static final String NAME = "name";
  private static final String ROLES = "roles";
  private static final String USER = "user";
  private static final String ATTRIBUTES = "attributes";

  private final Set<String> reported = ConcurrentHashMap.newKeySet();
  private final MethodHandle constructor;

  public PrincipalCodec() {
    MethodHandle found = find();
    MethodHandle withPassword = found == null ? find(String.class) : null;
    if (withPassword != null) {
      found = MethodHandles.insertArguments(withPassword, 1, (Object) null);
    }
    if (found == null) {
      throw new IllegalStateException(
          "this Tomcat's GenericPrincipal has none of the constructors that are known");
    }
    this.constructor = found;
  }

  private static @Nullable MethodHandle find(Class<?>... behindName) {
    MethodType type =
        MethodType.methodType(void.class, String.class)
            .appendParameterTypes(behindName)
            .appendParameterTypes(
                List.class, Principal.class, LoginContext.class, GSSCredential.class, Map.class);
    try {
      return MethodHandles.publicLookup().findConstructor(GenericPrincipal.class, type);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return null;
    }
  }

  /** What is stored of a principal; null if there is none. */
  public @Nullable Object encode(@Nullable Principal principal) {
    if (!(principal instanceof GenericPrincipal generic)) {
      return principal;
    }
    reportIfForeign(generic.getClass());
    Map<String, Object> storable = tomcatsPart(generic);
    Principal user = generic.getUserPrincipal();
    if (user != null && user != generic) {
      storable.put(USER, user);
    }
    return storable;
  }

  /**
   * What all web applications can read of a principal: Tomcat's part of it. Null if there is none.
   */
  @Nullable Object encodeForAll(@Nullable Principal principal) {
    if (principal instanceof GenericPrincipal generic) {
      return tomcatsPart(generic);
    }
    return principal == null ? null : nameAndRoles(principal.getName(), new String[0]);
  }

  private static Map<String, Object> nameAndRoles(@Nullable String name, String[] roles) {
    Map<String, Object> storable = new LinkedHashMap<>();
    storable.put(NAME, String.valueOf(name));
    storable.put(ROLES, new ArrayList<>(Arrays.asList(roles)));
    return storable;
  }

  private static Map<String, Object> tomcatsPart(GenericPrincipal generic) {
    Map<String, Object> storable = nameAndRoles(generic.getName(), generic.getRoles());
    Map<String, Object> attributes = new LinkedHashMap<>();
    for (String name : Collections.list(generic.getAttributeNames())) {
      attributes.put(name, generic.getAttribute(name));
    }
    if (!attributes.isEmpty()) {
      storable.put(ATTRIBUTES, attributes);
    }
    return storable;
  }

  private void reportIfForeign(Class<?> type) {
    boolean isTomcats = type.getName().startsWith("org.apache.catalina.");
    if (!isTomcats && reported.size() < MAX_REPORTED && reported.add(type.getName())) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Principals of class {0} are stored as Tomcat''s own, with name, roles and attributes,"
              + " without what that class adds. Put such things into a principal inside it.",
          type.getName());
    }
  }

  /** Null if there was none, or if it is not what {@link #encode} gives. */
  public @Nullable Principal decode(@Nullable Object stored) {
    if (stored instanceof Principal principal) {
      return principal;
    }
    if (!(stored instanceof Map<?, ?> map)
        || !(map.get(NAME) instanceof String name)
        || !(map.get(ROLES) instanceof List<?> roles)) {
      return null;
    }
    List<String> roleNames =
        roles.stream().filter(String.class::isInstance).map(String.class::cast).toList();
    Principal user = map.get(USER) instanceof Principal inner ? inner : null;
    return construct(name, roleNames, user, attributesIn(map.get(ATTRIBUTES)));
  }

  private static @Nullable Map<String, Object> attributesIn(@Nullable Object stored) {
    if (!(stored instanceof Map<?, ?> map)) {
      return null;
    }
    Map<String, Object> attributes = new LinkedHashMap<>();
    for (Map.Entry<?, ?> each : map.entrySet()) {
      if (each.getKey() instanceof String text) {
        attributes.put(text, each.getValue());
      }
    }
    return attributes;
  }

  private Principal construct(
      String name,
      List<String> roles,
      @Nullable Principal user,
      @Nullable Map<String, Object> attributes) {
    LoginContext login = null;
    GSSCredential credential = null;
    try {
      return (GenericPrincipal)
          constructor.invoke(name, roles, user, login, credential, attributes);
    } catch (Throwable e) { // a method handle declares it; the constructor only copies
      throw new IllegalStateException("a GenericPrincipal cannot be made", e);
    }
  }
}
