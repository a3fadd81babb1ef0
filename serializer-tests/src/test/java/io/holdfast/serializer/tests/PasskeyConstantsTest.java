package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.converters.SpringWebAuthn;
import io.holdfast.core.transcoder.Conversion;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.security.web.webauthn.api.AttestationConveyancePreference;
import org.springframework.security.web.webauthn.api.AuthenticatorAttachment;
import org.springframework.security.web.webauthn.api.AuthenticatorTransport;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialType;
import org.springframework.security.web.webauthn.api.ResidentKeyRequirement;
import org.springframework.security.web.webauthn.api.UserVerificationRequirement;

/** The constants of Spring Security's passkeys, which applications compare with {@code ==}. */
final class PasskeyConstantsTest {

  private static final ClassLoader APPLICATION = PasskeyConstantsTest.class.getClassLoader();

  static List<Serializer> serializers() {
    return LibraryConverter.serializers();
  }

  private static Transcoder converting(Serializer serializer) {
    return serializer.with(List.of(SpringWebAuthn.class.getName())).transcoder(APPLICATION);
  }

  /** What {@code Class.NAME} is, for each class that is converted. */
  private static Map<String, Object> constants() throws IllegalAccessException {
    Map<String, Object> constants = new LinkedHashMap<>();
    for (Conversion<?> conversion : new SpringWebAuthn().all()) {
      for (Field field : conversion.type().getFields()) {
        if (Modifier.isStatic(field.getModifiers()) && field.getType() == conversion.type()) {
          constants.put(conversion.type().getSimpleName() + "." + field.getName(), field.get(null));
        }
      }
    }
    return constants;
  }

  /** The names of constants that come back as other objects. */
  private static Set<String> changed(Transcoder transcoder) throws IllegalAccessException {
    Map<String, Object> constants = constants();
    Map<?, ?> read = (Map<?, ?>) transcoder.decode(transcoder.encode(constants));
    Set<String> changed = new LinkedHashSet<>();
    constants.forEach(
        (name, constant) -> {
          if (read.get(name) != constant) {
            changed.add(name);
          }
        });
    return changed;
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void decodeWhenConstantIsConvertedThenIsTheSameObject(Serializer serializer)
      throws IllegalAccessException {
    assertEquals(35, constants().size(), () -> "other constants than the converter was made for");

    assertEquals(Set.of(), changed(converting(serializer)));
  }

  /** What the converter is for: a class has to see to that itself, and not all do. */
  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenThereIsNoConverterThenSomeConstantsAreOtherObjects(Serializer serializer)
      throws IllegalAccessException {
    List<String> classes =
        changed(serializer.transcoder(APPLICATION)).stream()
            .map(name -> name.substring(0, name.indexOf('.')))
            .distinct()
            .toList();

    assertEquals(
        List.of(
            "ResidentKeyRequirement",
            "AttestationConveyancePreference",
            "COSEAlgorithmIdentifier",
            "PublicKeyCredentialParameters"),
        classes);
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void decodeWhenValueIsOfNoConstantThenIsEqual(Serializer serializer)
      throws ReflectiveOperationException {
    Transcoder transcoder = converting(serializer);

    for (Object unknown :
        List.of(
            PublicKeyCredentialType.valueOf("future"),
            AuthenticatorTransport.valueOf("future"),
            AuthenticatorAttachment.valueOf("future"),
            ResidentKeyRequirement.valueOf("future"),
            AttestationConveyancePreference.valueOf("future"))) {
      Object read = transcoder.decode(transcoder.encode(unknown));

      assertEquals(unknown.getClass(), read.getClass());
      assertEquals("future", valueOf(read));
    }
  }

  private static Object valueOf(Object constant) throws ReflectiveOperationException {
    return constant.getClass().getMethod("getValue").invoke(constant);
  }

  @ParameterizedTest
  @MethodSource("serializers")
  void encodeWhenThereAreConstantsOnlyThenAnotherValueIsRefused(Serializer serializer)
      throws ReflectiveOperationException {
    Constructor<UserVerificationRequirement> hidden =
        UserVerificationRequirement.class.getDeclaredConstructor(String.class);
    hidden.setAccessible(true);
    Object unknown = hidden.newInstance("future");

    TranscoderException refusal =
        assertThrows(TranscoderException.class, () -> converting(serializer).encode(unknown));

    assertEquals(Reason.UNWRITABLE, refusal.reason(), refusal.getMessage());
  }
}
