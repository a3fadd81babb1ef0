package io.holdfast.tomcat.login;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.Principal;
import java.util.List;
import java.util.Map;
import org.apache.catalina.realm.GenericPrincipal;
import org.junit.jupiter.api.Test;

class PrincipalCodecTest {

  private final PrincipalCodec codec = new PrincipalCodec();

  @Test
  void decodeWhenTomcatsPrincipalWasEncodedThenNameAndRolesAreBack() {
    GenericPrincipal principal = new GenericPrincipal("ada", "secret", List.of("user", "admin"));

    Principal decoded = codec.decode(codec.encode(principal));

    GenericPrincipal generic = assertInstanceOf(GenericPrincipal.class, decoded);
    assertEquals("ada", generic.getName());
    assertArrayEquals(new String[] {"admin", "user"}, generic.getRoles());
    assertNull(generic.getPassword());
  }

  @Test
  void encodeWhenThereIsAPasswordThenItIsLeftOut() {
    Object stored = codec.encode(new GenericPrincipal("ada", "secret", List.of()));

    assertFalse(String.valueOf(stored).contains("secret"));
  }

  @Test
  void decodeWhenTheApplicationsPrincipalIsInsideThenItIsBack() {
    Principal user = () -> "inner";
    GenericPrincipal principal = new GenericPrincipal("ada", null, List.of("user"), user);

    Principal decoded = codec.decode(codec.encode(principal));

    assertSame(user, assertInstanceOf(GenericPrincipal.class, decoded).getUserPrincipal());
  }

  @Test
  void encodeWhenItIsAnotherPrincipalThenItIsLeftAsItIs() {
    Principal principal = () -> "someone";

    assertSame(principal, codec.encode(principal));
    assertSame(principal, codec.decode(principal));
  }

  @Test
  void decodeWhenItIsNoPrincipalThenThereIsNone() {
    assertNull(codec.decode(null));
    assertNull(codec.decode("ada"));
    assertNull(codec.decode(Map.of("name", "ada")));
    assertNull(codec.decode(Map.of("name", 7, "roles", List.of())));
  }

  @Test
  void decodeWhenThereWereAttributesThenTheyAreBack() {
    GenericPrincipal principal =
        new GenericPrincipal(
            "ada", null, List.of("user"), null, null, null, Map.of("mail", "ada@example.org"));

    Principal decoded = codec.decode(codec.encode(principal));

    GenericPrincipal generic = assertInstanceOf(GenericPrincipal.class, decoded);
    assertEquals("ada@example.org", generic.getAttribute("mail"));
  }

  @Test
  void decodeWhenTheAttributesAreNoneThenTheUserIsBackWithoutThem() {
    Map<String, Object> stored =
        Map.of("name", "ada", "roles", List.of("user"), "attributes", Map.of(7, "x"));

    Principal decoded = codec.decode(stored);

    GenericPrincipal generic = assertInstanceOf(GenericPrincipal.class, decoded);
    assertFalse(generic.getAttributeNames().hasMoreElements());
  }

  @Test
  void decodeWhenARealmsOwnKindWasEncodedThenNameAndRolesAreBack() {
    Principal decoded = codec.decode(codec.encode(new Tenant("ada")));

    GenericPrincipal generic = assertInstanceOf(GenericPrincipal.class, decoded);
    assertEquals(GenericPrincipal.class, generic.getClass());
    assertEquals("ada", generic.getName());
    assertTrue(generic.hasRole("user"));
  }

  @Test
  void encodeForAllWhenTheApplicationsPrincipalIsInsideThenItIsLeftOut() {
    GenericPrincipal principal =
        new GenericPrincipal("ada", "secret", List.of("user"), () -> "inner");

    Principal decoded = codec.decode(codec.encodeForAll(principal));

    GenericPrincipal generic = assertInstanceOf(GenericPrincipal.class, decoded);
    assertSame(generic, generic.getUserPrincipal());
    assertTrue(generic.hasRole("user"));
  }

  @Test
  void encodeForAllWhenItIsAnotherPrincipalThenItsNameIsKept() {
    Principal decoded = codec.decode(codec.encodeForAll(() -> "someone"));

    GenericPrincipal generic = assertInstanceOf(GenericPrincipal.class, decoded);
    assertEquals("someone", generic.getName());
    assertNull(codec.encodeForAll(null));
  }

  /** As a realm of a user's own may make them. */
  @SuppressWarnings("serial")
  private static final class Tenant extends GenericPrincipal {
    Tenant(String name) {
      super(name, "secret", List.of("user"));
    }
  }
}
