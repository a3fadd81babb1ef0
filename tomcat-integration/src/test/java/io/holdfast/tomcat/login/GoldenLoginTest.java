package io.holdfast.tomcat.login;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.Principal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.security.auth.x500.X500Principal;
import javax.servlet.http.Cookie;
import org.apache.catalina.authenticator.Constants;
import org.apache.catalina.authenticator.SavedRequest;
import org.apache.catalina.realm.GenericPrincipal;
import org.apache.tomcat.util.buf.ByteChunk;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What a record has of a login, as another version wrote it: the maps of a principal and of the
 * notes of a login by FORM, and the name of a session in a single sign-on. The golden file never
 * changes; it is an object stream of the JDK.
 */
final class GoldenLoginTest {

  private static final String FILE = "/golden/v1/login.bin";
  private static final String PRINCIPAL = "principal";
  private static final String NOTES = "notes";
  private static final String MEMBER = "member";
  private static final SignOnMember SESSION = new SignOnMember("localhost", "/shop##2", "ABC.t1");

  private final PrincipalCodec principals = new PrincipalCodec();

  @Test
  void encodeWhenGoldenThenTheSame() throws Exception {
    assertEquals(shown(golden()), shown(written()));
  }

  @Test
  void decodeWhenGoldenPrincipalThenWhoItWas() throws Exception {
    Principal decoded = principals.decode(golden().get(PRINCIPAL));

    GenericPrincipal principal = assertInstanceOf(GenericPrincipal.class, decoded);
    assertEquals("ada", principal.getName());
    assertEquals(List.of("admin", "user"), List.of(principal.getRoles()));
    assertEquals("ada@example.org", principal.getAttribute("mail"));
    assertEquals(new X500Principal("CN=Ada"), principal.getUserPrincipal());
  }

  @Test
  void restoreWhenGoldenNotesThenTheLoginGoesOn() throws Exception {
    Map<String, Object> notes = new TreeMap<>();

    LoginNotes.restore(golden().get(NOTES), notes::put);

    assertEquals("ABC.t1", notes.get(Constants.SESSION_ID_NOTE));
    assertEquals("sso", notes.get(LoginNotes.SIGN_ON));
    SavedRequest request =
        assertInstanceOf(SavedRequest.class, notes.get(Constants.FORM_REQUEST_NOTE));
    assertEquals(
        shown(SavedRequestCodec.encode(request())), shown(SavedRequestCodec.encode(request)));
  }

  @Test
  void parseWhenGoldenMemberThenTheSession() throws Exception {
    String key = String.valueOf(golden().get(MEMBER));

    assertEquals(SESSION, SignOnMember.parse(key, SESSION.id()));
  }

  private Map<String, Object> written() {
    GenericPrincipal principal =
        new GenericPrincipal(
            "ada",
            null,
            List.of("user", "admin"),
            new X500Principal("CN=Ada"),
            null,
            null,
            Map.of("mail", "ada@example.org"));
    LoginNotes notes =
        LoginNotes.NONE
            .with(Constants.SESSION_ID_NOTE, "ABC.t1")
            .with(Constants.FORM_REQUEST_NOTE, request())
            .with(LoginNotes.SIGN_ON, "sso");
    Map<String, Object> all = new LinkedHashMap<>();
    all.put(PRINCIPAL, Objects.requireNonNull(principals.encode(principal)));
    all.put(NOTES, Objects.requireNonNull(notes.storable()));
    all.put(MEMBER, SESSION.key());
    return all;
  }

  private static SavedRequest request() {
    SavedRequest request = new SavedRequest();
    request.setMethod("POST");
    request.setRequestURI("/shop/a%20b");
    request.setDecodedRequestURI("/shop/a b");
    request.setQueryString("x=1");
    request.setContentType("text/plain");
    request.setOriginalMaxInactiveInterval(1_800);
    request.addHeader("accept", "text/html");
    request.addHeader("accept", "text/plain");
    request.addLocale(Locale.CANADA_FRENCH);
    request.addCookie(new Cookie("colour", "red"));
    ByteChunk body = new ByteChunk();
    body.setBytes(new byte[] {1, 2, 3}, 0, 3);
    request.setBody(body);
    return request;
  }

  /** All of it, with the elements of arrays. */
  private static String shown(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, String> entries = new LinkedHashMap<>();
      map.forEach((key, each) -> entries.put(String.valueOf(key), shown(each)));
      return entries.toString();
    }
    return value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
  }

  private static Map<?, ?> golden() throws Exception {
    try (InputStream file =
            Objects.requireNonNull(GoldenLoginTest.class.getResourceAsStream(FILE), FILE);
        ObjectInputStream in = new ObjectInputStream(file)) {
      return (Map<?, ?>) in.readObject();
    }
  }

  /**
   * Writes the file, if it is not there; run by hand.
   *
   * @param arguments the folder of the version
   */
  public static void main(String[] arguments) throws IOException {
    Path file = Files.createDirectories(Path.of(arguments[0])).resolve("login.bin");
    try (ObjectOutputStream out =
        new ObjectOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW))) {
      out.writeObject(new GoldenLoginTest().written());
    }
  }
}
