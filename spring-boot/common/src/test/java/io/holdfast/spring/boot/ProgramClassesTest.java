package io.holdfast.spring.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource({"OAuth2AuthenticationToken,@spring-oauth2", "ConversationContainer,@spring-webflow"})
  void entriesWhenAFrameworkOfSpringIsThereThenItsPresetIsAllowed(String type, String preset) {
    ClassLoader loader =
        new ClassLoader(null) {
          @Override
          protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.endsWith("." + type)) {
              throw new ClassNotFoundException(name);
            }
            byte[] code = emptyInterface(name);
            return defineClass(name, code, 0, code.length);
          }
        };

    assertEquals(List.of(preset), ProgramClasses.entries(List.of(), loader));
  }

  /** The class file of an interface without members. */
  private static byte[] emptyInterface(String name) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(0xCAFEBABE);
      out.writeInt(61); // Java 17
      out.writeShort(5);
      out.writeByte(7);
      out.writeShort(2);
      out.writeByte(1);
      out.writeUTF(name.replace('.', '/'));
      out.writeByte(7);
      out.writeShort(4);
      out.writeByte(1);
      out.writeUTF("java/lang/Object");
      out.writeShort(0x0601);
      out.writeShort(1);
      out.writeShort(3);
      out.writeLong(0); // no interfaces, fields, methods and attributes
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
