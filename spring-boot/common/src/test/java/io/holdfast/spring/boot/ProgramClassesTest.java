package io.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProgramClassesTest {

  /** Has no library. */
  private static final ClassLoader BARE = new URLClassLoader(new URL[0], null);

  @Test
  void entriesWhenTheProgramHasPackagesThenTheyAreAllowedWithThoseBelow() {
    assertEquals(
        List.of("com.acme.shop.**", "shop.**"),
        ProgramClasses.entries(List.of("com.acme.shop", "shop"), BARE));
  }

  @Test
  void entriesWhenAPackageIsOfEverybodyThenThoseBelowAreNotAllowed() {
    assertEquals(List.of("com.*"), ProgramClasses.entries(List.of("com"), BARE));
  }

  @Test
  void entriesWhenTheProgramHasNoPackageThenNothingIsAllowed() {
    assertEquals(List.of(), ProgramClasses.entries(List.of(""), BARE));
  }

  @Test
  void entriesWhenSpringMvcIsThereThenItsPresetIsAllowed() {
    List<String> entries =
        ProgramClasses.entries(List.of(), ProgramClassesTest.class.getClassLoader());

    assertTrue(entries.contains("@spring-mvc"), entries::toString);
  }
}
