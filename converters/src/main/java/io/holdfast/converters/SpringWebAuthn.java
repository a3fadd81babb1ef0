package io.holdfast.converters;

import io.holdfast.core.transcoder.Conversion;
import io.holdfast.core.transcoder.Conversions;
import io.holdfast.core.transcoder.RequiresLibrary;
import java.util.List;
import java.util.function.Function;
import org.springframework.security.web.webauthn.api.AttestationConveyancePreference;
import org.springframework.security.web.webauthn.api.AuthenticatorAttachment;
import org.springframework.security.web.webauthn.api.AuthenticatorTransport;
import org.springframework.security.web.webauthn.api.COSEAlgorithmIdentifier;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialParameters;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialType;
import org.springframework.security.web.webauthn.api.ResidentKeyRequirement;
import org.springframework.security.web.webauthn.api.UserVerificationRequirement;

/**
 * The constants in the options of Spring Security's passkeys, such as {@code
 * UserVerificationRequirement.REQUIRED}. They come back as the same objects, because applications
 * compare them with {@code ==}. Where a class takes any value, another value comes back equal.
 */
@RequiresLibrary("spring-security-webauthn")
public final class SpringWebAuthn implements Conversions {

  /** Found by name. */
  public SpringWebAuthn() {}

  @Override
  public List<Conversion<?>> all() {
    return List.of(
        open(
            PublicKeyCredentialType.class,
            PublicKeyCredentialType::getValue,
            PublicKeyCredentialType::valueOf,
            List.of(PublicKeyCredentialType.PUBLIC_KEY)),
        closed(
            UserVerificationRequirement.class,
            UserVerificationRequirement::getValue,
            List.of(
                UserVerificationRequirement.DISCOURAGED,
                UserVerificationRequirement.PREFERRED,
                UserVerificationRequirement.REQUIRED)),
        open(
            AuthenticatorTransport.class,
            AuthenticatorTransport::getValue,
            AuthenticatorTransport::valueOf,
            List.of(AuthenticatorTransport.values())),
        open(
            AuthenticatorAttachment.class,
            AuthenticatorAttachment::getValue,
            AuthenticatorAttachment::valueOf,
            List.of(AuthenticatorAttachment.values())),
        open(
            ResidentKeyRequirement.class,
            ResidentKeyRequirement::getValue,
            ResidentKeyRequirement::valueOf,
            List.of(
                ResidentKeyRequirement.DISCOURAGED,
                ResidentKeyRequirement.PREFERRED,
                ResidentKeyRequirement.REQUIRED)),
        open(
            AttestationConveyancePreference.class,
            AttestationConveyancePreference::getValue,
            AttestationConveyancePreference::valueOf,
            List.of(
                AttestationConveyancePreference.NONE,
                AttestationConveyancePreference.INDIRECT,
                AttestationConveyancePreference.DIRECT,
                AttestationConveyancePreference.ENTERPRISE)),
        closed(
            COSEAlgorithmIdentifier.class,
            COSEAlgorithmIdentifier::getValue,
            List.of(COSEAlgorithmIdentifier.values())),
        closed(
            PublicKeyCredentialParameters.class,
            SpringWebAuthn::algorithm,
            List.of(
                PublicKeyCredentialParameters.EdDSA,
                PublicKeyCredentialParameters.ES256,
                PublicKeyCredentialParameters.ES384,
                PublicKeyCredentialParameters.ES512,
                PublicKeyCredentialParameters.RS256,
                PublicKeyCredentialParameters.RS384,
                PublicKeyCredentialParameters.RS512,
                PublicKeyCredentialParameters.RS1)));
  }

  /** What tells the parameters apart: all constants are of one type. */
  private static Object algorithm(PublicKeyCredentialParameters parameters) {
    String type = parameters.getType().getValue();
    if (!type.equals(PublicKeyCredentialType.PUBLIC_KEY.getValue())) {
      throw new IllegalArgumentException("no constant is of the type " + type);
    }
    return parameters.getAlg().getValue();
  }

  /** For a class that anybody can make objects of. */
  private static <T> Conversion<T> open(
      Class<T> type, Function<T, Object> value, Function<String, T> other, List<T> constants) {
    return conversion(type, value, unknown -> other.apply((String) unknown), constants);
  }

  /** For a class that has no values but its constants. */
  private static <T> Conversion<T> closed(
      Class<T> type, Function<T, Object> value, List<T> constants) {
    return conversion(
        type,
        value,
        unknown -> {
          throw new IllegalArgumentException("no constant has the value " + unknown);
        },
        constants);
  }

  private static <T> Conversion<T> conversion(
      Class<T> type, Function<T, Object> value, Function<Object, T> other, List<T> constants) {
    Function<Object, T> made =
        given ->
            constants.stream()
                .filter(constant -> value.apply(constant).equals(given))
                .findFirst()
                .orElseGet(() -> other.apply(given));
    return Conversion.of(
        type,
        object -> new Object[] {value.apply(made.apply(value.apply(object)))},
        parts -> made.apply(parts[0]));
  }
}
