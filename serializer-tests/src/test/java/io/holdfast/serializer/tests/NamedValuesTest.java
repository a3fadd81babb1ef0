package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.collect.Lists;
import com.google.common.collect.Sets;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.net.URL;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.xml.datatype.DatatypeConfigurationException;
import javax.xml.datatype.DatatypeFactory;
import org.codehaus.groovy.runtime.GStringImpl;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Harmless values among classes that no user should allow. */
final class NamedValuesTest {

  /** The fewest that keys of RSA may have: longer ones take seconds to be found. */
  private static final int FEW_BITS = 512;

  private static void assertEqual(Serializer serializer, String allowedClasses, Object value) {
    byte[] bytes = serializer.transcoder(allowedClasses).encode(Map.of("a", value));

    Map<?, ?> read = (Map<?, ?>) serializer.transcoder(allowedClasses).decode(bytes);

    Object again = Objects.requireNonNull(read.get("a"));
    assertEquals(value, again);
    assertSame(value.getClass(), again.getClass());
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenTimesOfXmlThenAreEqual(Serializer serializer)
      throws DatatypeConfigurationException {
    DatatypeFactory factory = DatatypeFactory.newInstance();

    assertEqual(serializer, "", factory.newXMLGregorianCalendar("2024-01-02T03:04:05.678+01:00"));
    assertEqual(serializer, "", factory.newDuration("P1DT2H"));
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenNameOfLdapThenIsEqual(Serializer serializer) throws InvalidNameException {
    assertEqual(serializer, "", new LdapName("cn=Ann,ou=people,dc=acme"));
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenTextOfGroovyThenIsEqualIfItIsNamed(Serializer serializer) {
    assertEqual(
        serializer,
        "groovy.lang.GString, org.codehaus.groovy.runtime.GStringImpl",
        new GStringImpl(new Object[] {"Ann", 1}, new String[] {"Hello ", ", ", " times"}));
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenKeysOfRsaThenAreEqualIfTheyAreNamed(Serializer serializer)
      throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(FEW_BITS);
    KeyPair keys = generator.generateKeyPair();
    String named =
        "java.security.KeyRep, java.security.KeyRep$Type, sun.security.rsa.RSAPublicKeyImpl,"
            + " sun.security.rsa.RSAPrivateCrtKeyImpl";

    assertEqual(serializer, named, keys.getPublic());
    assertEqual(serializer, named, keys.getPrivate());
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenKeysOfEllipticCurvesThenAreEqualIfTheyAreNamed(Serializer serializer)
      throws GeneralSecurityException {
    KeyPair keys = KeyPairGenerator.getInstance("EC").generateKeyPair();
    String named =
        "java.security.KeyRep, java.security.KeyRep$Type, sun.security.ec.ECPublicKeyImpl,"
            + " sun.security.ec.ECPrivateKeyImpl";

    assertEqual(serializer, named, keys.getPublic());
    assertEqual(serializer, named, keys.getPrivate());
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  @SuppressWarnings("URLEqualsHashCode")
  void decodeWhenUrlThenIsTheSameText(Serializer serializer) throws Exception {
    @SuppressWarnings("deprecation") // the constructor that every JDK has
    URL url = new URL("http://does.not.exist.invalid:8080/path?query#part");
    byte[] bytes = serializer.transcoder().encode(List.of(url));

    List<?> read = (List<?>) serializer.transcoder().decode(bytes);

    assertEquals(url.toExternalForm(), ((URL) read.get(0)).toExternalForm());
  }

  /** As views of libraries do, which would come back empty. */
  private static final class View extends AbstractList<Object> {

    private final transient List<Object> held = new ArrayList<>(List.of("a"));

    @Override
    public Object get(int index) {
      return held.get(index);
    }

    @Override
    public int size() {
      return held.size();
    }
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenNothingWouldBeLeftThenIsRefused(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();

    TranscoderException e =
        assertThrows(TranscoderException.class, () -> transcoder.encode(Map.of("a", new View())));

    String message = String.valueOf(e.getMessage());
    assertEquals(Reason.UNWRITABLE, e.reason(), message);
    assertTrue(message.contains(View.class.getName()), message);
  }

  /** Guava has called its fields transient once, and does not any more. */
  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenCartesianProductThenIsEqualIfItIsWritten(Serializer serializer) {
    for (Collection<?> product :
        List.of(
            Sets.cartesianProduct(Set.of(1, 2), Set.of(3, 4)),
            Lists.cartesianProduct(List.of(1, 2), List.of(3, 4)))) {
      Transcoder transcoder = serializer.transcoder("com.google.common.collect.*");
      byte[] bytes;
      try {
        bytes = transcoder.encode(Map.of("a", product));
      } catch (TranscoderException e) {
        assertEquals(Reason.UNWRITABLE, e.reason(), e.getMessage());
        continue;
      }

      Map<?, ?> read = (Map<?, ?>) transcoder.decode(bytes);

      assertEquals(product, read.get("a"));
    }
  }
}
