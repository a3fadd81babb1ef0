package io.holdfast.tomcat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.catalina.realm.GenericPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * Turns a principal into what any transcoder can write, and back.
 *
 * <p>Tomcat's own principal becomes its name, its roles and the application's principal inside it,
 * never its password. Its constructors differ between Tomcats, so they are found by name.
 */
final class PrincipalCodec {

  private static final String NAME = "name";
  private static final String ROLES = "roles";
  private static final String USER = "user";

  private final MethodHandle constructor;
  private final boolean takesPassword;

  PrincipalCodec() {
    MethodHandle found = find(String.class, List.class, Principal.class);
    this.takesPassword = found == null;
    MethodHandle withPassword =
        takesPassword ? find(String.class, String.class, List.class, Principal.class) : found;
    if (withPassword == null) {
      throw new IllegalStateException(
          "this Tomcat's GenericPrincipal has none of the constructors that are known");
    }
    this.constructor = withPassword;
  }

  private static @Nullable MethodHandle find(Class<?>... parameters) {
    try {
      return MethodHandles.publicLookup()
          .findConstructor(GenericPrincipal.class, MethodType.methodType(void.class, parameters));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return null;
    }
  }

  static @Nullable Object encode(@Nullable Principal principal) {
    if (!(principal instanceof GenericPrincipal generic)) {
      return principal;
    }
    Map<String, Object> storable = new LinkedHashMap<>();
    storable.put(NAME, String.valueOf(generic.getName()));
    storable.put(ROLES, new ArrayList<>(Arrays.asList(generic.getRoles())));
    Principal user = generic.getUserPrincipal();
    if (user != null && user != generic) {
      storable.put(USER, user);
    }
    return storable;
  }

  /** Null if there was none, or if it is not what {@link #encode} gives. */
  @Nullable Principal decode(@Nullable Object stored) {
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
    return construct(name, roleNames, user);
  }

  private Principal construct(String name, List<String> roles, @Nullable Principal user) {
    try {
      return takesPassword
          ? (Principal) constructor.invoke(name, (String) null, roles, user)
          : (Principal) constructor.invoke(name, roles, user);
    } catch (Throwable e) { // a method handle declares it; the constructor only copies
      throw new IllegalStateException("a GenericPrincipal cannot be made", e);
    }
  }
}
