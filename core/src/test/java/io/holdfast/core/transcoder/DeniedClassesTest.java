package io.holdfast.core.transcoder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.kit.Filters;
import java.lang.reflect.Proxy;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DeniedClassesTest {

  private static ClassFilter filter(String allowedClasses) {
    return Filters.ofLoader(DeniedClassesTest.class.getClassLoader(), allowedClasses);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "!java.lang.String",
        "!java.lang.Class",
        "!java.util.LinkedHashMap",
        "!java.lang.*",
        "!java.util.*",
        "!java.**"
      })
  void createWhenEntryTakesAwayWhatSessionsAreMadeOfThenNamesTheEntry(String entry) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> filter("com.acme.*, " + entry));

    assertTrue(String.valueOf(e.getMessage()).contains('"' + entry + '"'), e.getMessage());
  }

  @Test
  void allowsWhenClassOfTheJdkIsTakenAwayThenIsFalseForItsArraysToo() {
    ClassFilter filter = filter("!java.util.UUID");

    assertFalse(filter.allows(UUID.class));
    assertFalse(filter.allows(UUID[][].class));
  }

  @Test
  void allowsWhenProxiesAreTakenAwayThenIsFalseForEachOfThem() {
    Object proxy =
        Proxy.newProxyInstance(
            DeniedClassesTest.class.getClassLoader(),
            new Class<?>[] {Runnable.class},
            (self, method, arguments) -> null);

    assertTrue(filter("").allows(proxy.getClass()));
    assertFalse(filter("!java.lang.reflect.Proxy").allows(proxy.getClass()));
  }

  @Test
  void checkWhenClassIsTakenAwayThenSaysSoAndNotToAddIt() {
    TranscoderException e =
        assertThrows(TranscoderException.class, () -> filter("!java.util.UUID").check(UUID.class));

    assertEquals(
        "class java.util.UUID is not allowed in sessions; it is taken away by an entry with \"!\""
            + " in allowedClasses",
        e.getMessage());
  }
}
