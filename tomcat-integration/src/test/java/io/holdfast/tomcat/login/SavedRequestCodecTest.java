package io.holdfast.tomcat.login;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.servlet.http.Cookie;
import org.apache.catalina.authenticator.SavedRequest;
import org.apache.tomcat.util.buf.ByteChunk;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SavedRequestCodecTest {

  private static SavedRequest get() {
    SavedRequest request = new SavedRequest();
    request.setMethod("GET");
    request.setRequestURI("/shop/a%20b");
    request.setDecodedRequestURI("/shop/a b");
    return request;
  }

  private static SavedRequest restored(SavedRequest request) {
    SavedRequest restored = SavedRequestCodec.decode(SavedRequestCodec.encode(request));
    assertNotNull(restored);
    return restored;
  }

  private static ByteChunk chunk(byte[] bytes, int offset, int length) {
    ByteChunk chunk = new ByteChunk();
    chunk.setBytes(bytes, offset, length);
    return chunk;
  }

  private static byte[] bytes(@Nullable ByteChunk body) {
    assertNotNull(body);
    return Arrays.copyOfRange(body.getBytes(), body.getStart(), body.getEnd());
  }

  @Test
  void decodeWhenALineWasEncodedThenItIsBack() {
    SavedRequest request = get();
    request.setQueryString("x=1");

    SavedRequest restored = restored(request);

    assertEquals("GET", restored.getMethod());
    assertEquals("/shop/a%20b", restored.getRequestURI());
    assertEquals("/shop/a b", restored.getDecodedRequestURI());
    assertEquals("x=1", restored.getQueryString());
  }

  @Test
  void decodeWhenLittleWasEncodedThenTheRestIsAbsent() {
    SavedRequest restored = restored(get());

    assertNull(restored.getQueryString());
    assertNull(restored.getContentType());
    assertNull(restored.getBody());
    assertNull(restored.getOriginalMaxInactiveIntervalOptional());
    assertFalse(restored.getCookies().hasNext());
    assertFalse(restored.getHeaderNames().hasNext());
  }

  @Test
  void decodeWhenHeadersWereEncodedThenTheyAreBackInOrder() {
    SavedRequest request = get();
    request.addHeader("accept", "text/html");
    request.addHeader("accept", "text/plain");

    List<String> values = new ArrayList<>();
    restored(request).getHeaderValues("accept").forEachRemaining(values::add);

    assertEquals(List.of("text/html", "text/plain"), values);
  }

  @ParameterizedTest
  @ValueSource(strings = {"authorization", "Authorization", "Proxy-Authorization"})
  void encodeWhenAHeaderCarriesCredentialsThenItIsLeftOut(String name) {
    SavedRequest request = get();
    request.addHeader(name, "Basic c2VjcmV0");

    assertFalse(SavedRequestCodec.encode(request).toString().contains("c2VjcmV0"));
  }

  @Test
  void decodeWhenCookiesWereEncodedThenTheyAreBack() {
    SavedRequest request = get();
    request.addCookie(new Cookie("colour", "red"));

    Cookie cookie = restored(request).getCookies().next();

    assertEquals("colour", cookie.getName());
    assertEquals("red", cookie.getValue());
  }

  @Test
  void decodeWhenLocalesWereEncodedThenTheyAreBackInOrder() {
    SavedRequest request = get();
    request.addLocale(Locale.CANADA_FRENCH);
    request.addLocale(Locale.GERMAN);

    List<Locale> locales = new ArrayList<>();
    restored(request).getLocales().forEachRemaining(locales::add);

    assertEquals(List.of(Locale.CANADA_FRENCH, Locale.GERMAN), locales);
  }

  @Test
  void decodeWhenABodyWasEncodedThenThatPartOfItsBufferIsBack() {
    SavedRequest request = get();
    request.setMethod("POST");
    request.setContentType("text/plain");
    request.setBody(chunk(new byte[] {0, 1, 2, 3, 4}, 1, 3));

    SavedRequest restored = restored(request);

    assertArrayEquals(new byte[] {1, 2, 3}, bytes(restored.getBody()));
    assertEquals("text/plain", restored.getContentType());
  }

  @Test
  void encodeWhenTheBodyIsReadMeanwhileThenItIsWhole() {
    SavedRequest request = get();
    ByteChunk body = chunk(new byte[] {1, 2, 3}, 0, 3);
    request.setBody(body);
    Map<String, Object> encoded = SavedRequestCodec.encode(request);

    body.setStart(2);

    SavedRequest restored = SavedRequestCodec.decode(encoded);
    assertNotNull(restored);
    assertArrayEquals(new byte[] {1, 2, 3}, bytes(restored.getBody()));
  }

  @ParameterizedTest
  @ValueSource(ints = {1_800, -1})
  void decodeWhenTheIntervalBeforeTheLoginWasEncodedThenItIsBack(int seconds) {
    SavedRequest request = get();
    request.setOriginalMaxInactiveInterval(seconds);

    assertEquals(seconds, restored(request).getOriginalMaxInactiveIntervalOptional());
  }

  @ParameterizedTest
  @ValueSource(strings = {"method", "uri", "decodedUri", "headers"})
  void decodeWhenSomethingIsMissingThenThereIsNoRequest(String part) {
    Map<String, Object> stored = new HashMap<>(SavedRequestCodec.encode(get()));

    stored.remove(part);

    assertNull(SavedRequestCodec.decode(stored));
  }

  @ParameterizedTest
  @ValueSource(strings = {"method", "uri", "decodedUri", "headers"})
  void decodeWhenSomethingIsOfAnotherKindThenThereIsNoRequest(String part) {
    Map<String, Object> stored = new HashMap<>(SavedRequestCodec.encode(get()));

    stored.put(part, 7);

    assertNull(SavedRequestCodec.decode(stored));
  }

  @Test
  void decodeWhenACookieHasNoNameThenThereIsNoRequest() {
    Map<String, Object> stored = new HashMap<>(SavedRequestCodec.encode(get()));

    stored.put("cookies", List.of("", "value"));

    assertNull(SavedRequestCodec.decode(stored));
  }

  @Test
  void decodeWhenTheRestIsOfOtherKindsThenItIsLeftOut() {
    Map<String, Object> stored = new HashMap<>(SavedRequestCodec.encode(get()));
    stored.put("headers", new HashMap<>(Map.of(7, List.of("x"), "name", "text", "n", List.of(7))));
    stored.put("locales", "de");
    stored.put("cookies", List.of("odd"));
    stored.put("body", "text");
    stored.put("interval", "long");

    SavedRequest restored = SavedRequestCodec.decode(stored);

    assertNotNull(restored);
    assertFalse(restored.getHeaderNames().hasNext());
    assertFalse(restored.getLocales().hasNext());
    assertFalse(restored.getCookies().hasNext());
    assertNull(restored.getBody());
  }

  @Test
  void decodeWhenItIsNoMapThenThereIsNoRequest() {
    assertNull(SavedRequestCodec.decode(null));
    assertNull(SavedRequestCodec.decode("GET"));
  }
}
