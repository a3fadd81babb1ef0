package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

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

    Principal decoded = codec.decode(PrincipalCodec.encode(principal));

    GenericPrincipal generic = assertInstanceOf(GenericPrincipal.class, decoded);
    assertEquals("ada", generic.getName());
    assertArrayEquals(new String[] {"admin", "user"}, generic.getRoles());
    assertNull(generic.getPassword());
  }

  @Test
  void encodeWhenThereIsAPasswordThenItIsLeftOut() {
    Object stored = PrincipalCodec.encode(new GenericPrincipal("ada", "secret", List.of()));

    assertFalse(String.valueOf(stored).contains("secret"));
  }

  @Test
  void decodeWhenTheApplicationsPrincipalIsInsideThenItIsBack() {
    Principal user = () -> "inner";
    GenericPrincipal principal = new GenericPrincipal("ada", null, List.of("user"), user);

    Principal decoded = codec.decode(PrincipalCodec.encode(principal));

    assertSame(user, assertInstanceOf(GenericPrincipal.class, decoded).getUserPrincipal());
  }

  @Test
  void encodeWhenItIsAnotherPrincipalThenItIsLeftAsItIs() {
    Principal principal = () -> "someone";

    assertSame(principal, PrincipalCodec.encode(principal));
    assertSame(principal, codec.decode(principal));
  }

  @Test
  void decodeWhenItIsNoPrincipalThenThereIsNone() {
    assertNull(codec.decode(null));
    assertNull(codec.decode("ada"));
    assertNull(codec.decode(Map.of("name", "ada")));
    assertNull(codec.decode(Map.of("name", 7, "roles", List.of())));
  }
}
