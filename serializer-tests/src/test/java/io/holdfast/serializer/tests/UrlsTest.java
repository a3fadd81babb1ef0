package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * The hash code of a URL, and its {@code equals}, ask the name service: nothing that is read may
 * ask for them. The hosts here are addresses, so that the tests ask for none either.
 */
@SuppressWarnings({"CollectionUndefinedEquality", "JdkObsolete", "URLEqualsHashCode"})
final class UrlsTest {

  private static final Serializer JAVA = Serializer.ALL.get(0);
  private static final URL HTTP = url("http://user@127.0.0.1:8080/path?query#part");

  @SuppressWarnings("deprecation") // the constructor that every JDK has
  private static URL url(String text) {
    try {
      return new URL(text);
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  /** A key of the application that holds one. */
  private record Bookmark(String title, URL url) implements Serializable {}

  /** Asks for the hash code while it is read, without a table. */
  private static final class Asking implements Serializable {

    private static final long serialVersionUID = 1L;

    private final URL url;

    @SuppressWarnings("UnusedVariable")
    private transient int hash;

    Asking(URL url) {
      this.url = url;
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      hash = url.hashCode();
    }
  }

  private static Map<String, Function<URL, Object>> keyed() {
    Map<String, Function<URL, Object>> all = new LinkedHashMap<>();
    all.put("HashMap", url -> new HashMap<>(Map.of(url, "v")));
    all.put("LinkedHashMap", url -> new LinkedHashMap<>(Map.of(url, "v")));
    all.put("Hashtable", url -> new Hashtable<>(Map.of(url, "v")));
    all.put("ConcurrentHashMap", url -> new ConcurrentHashMap<>(Map.of(url, "v")));
    all.put("Map.of", url -> Map.of(url, "v", "other", "v"));
    all.put("HashSet", url -> new HashSet<>(Set.of(url)));
    all.put("LinkedHashSet", url -> new LinkedHashSet<>(Set.of(url)));
    all.put("Set.of", url -> Set.of(url, "other"));
    all.put("set of lists", url -> new HashSet<>(Set.of(new ArrayList<>(List.of(url)))));
    all.put("set of records", url -> new HashSet<>(Set.of(new Bookmark("title", url))));
    all.put("object that asks", Asking::new);
    return all;
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenUrlIsAKeyThenIsRefusedWithItsPlace(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    byte[] unused = transcoder.encode(new HashMap<>(Map.of("a", HTTP)));
    keyed()
        .forEach(
            (name, make) -> {
              Object graph = new HashMap<>(Map.of("a", make.apply(HTTP)));

              TranscoderException e =
                  assertThrows(
                      TranscoderException.class, () -> transcoder.encode(graph), () -> name);

              String message = name + ": " + e.getMessage();
              assertEquals(Reason.UNWRITABLE, e.reason(), message);
              assertTrue(message.contains("asks the name service"), message);
              assertTrue(message.contains("[\"a\"]"), message);
            });
  }

  /** Bytes need not have the hash code that an honest key has. */
  @Test
  @SuppressWarnings("deprecation") // the constructor that every JDK has
  void decodeWhenBytesOfJavaHaveAKeyWithoutHashCodeThenIsRefused() throws IOException {
    URL unhashed = new URL(null, "http://127.0.0.1/", new Unhashed());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new HashMap<>(Map.of(unhashed, "v")));
    }

    TranscoderException e =
        assertThrows(
            TranscoderException.class, () -> JAVA.transcoder().decode(bytes.toByteArray()));

    String message = String.valueOf(e.getMessage());
    assertTrue(message.contains("asks the name service"), message);
  }

  /** Answers what stands for a hash code that was not taken. */
  private static final class Unhashed extends URLStreamHandler {

    @Override
    protected URLConnection openConnection(URL url) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected int hashCode(URL url) {
      return -1;
    }
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenUrlIsAValueThenItIsLikeTheFormer(Serializer serializer) throws IOException {
    List<Object> written = new ArrayList<>(List.of(HTTP, new ConcurrentHashMap<>(Map.of("a", 1))));
    written.add(HTTP);
    Transcoder transcoder = serializer.transcoder();

    List<?> read = (List<?>) transcoder.decode(transcoder.encode(written));

    URL url = (URL) read.get(0);
    assertNotSame(HTTP, url);
    assertEquals(HTTP.toExternalForm(), url.toExternalForm());
    assertEquals(HTTP, url);
    assertEquals(url, HTTP);
    assertEquals(HTTP.hashCode(), url.hashCode());
    assertEquals("user", url.getUserInfo());
    assertEquals("query", url.getQuery());
    assertEquals("part", url.getRef());
    assertEquals(80, url.getDefaultPort());
    assertEquals(url, read.get(2));
    assertInstanceOf(HttpURLConnection.class, url.openConnection());
    @SuppressWarnings("deprecation") // the constructor that every JDK has
    URL relative = new URL(url, "other");
    assertEquals("http://user@127.0.0.1:8080/other", relative.toExternalForm());
    assertEquals(url("http://127.0.0.1:8080/other").hashCode(), relative.hashCode());
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenUrlHasNoHostThenItMayBeAKey(Serializer serializer) {
    Object written = new HashMap<>(Map.of(url("file:/tmp/a"), 1, url("jar:file:/tmp/a.jar!/b"), 2));
    Transcoder transcoder = serializer.transcoder();

    assertEquals(written, transcoder.decode(transcoder.encode(written)));
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenUrlHasAHostAndAnotherProtocolThenIsRefused(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();

    for (String text : List.of("ftp://127.0.0.1/a", "jar:http://127.0.0.1/a.jar!/b")) {
      TranscoderException e =
          assertThrows(
              TranscoderException.class,
              () -> transcoder.encode(new ArrayList<>(List.of(url(text)))));

      String message = String.valueOf(e.getMessage());
      assertTrue(message.contains("must be of http or https"), message);
    }
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void decodeWhenUrlIsInASetThatDoesNotHashThenIsRefusedOrEqual(Serializer serializer) {
    Object one = new CopyOnWriteArraySet<>(List.of(HTTP));
    Transcoder transcoder = serializer.transcoder();
    byte[] bytes;
    try {
      bytes = transcoder.encode(one);
    } catch (TranscoderException e) {
      assertEquals(Reason.UNWRITABLE, e.reason(), e.getMessage());
      return;
    }
    assertEquals(one, transcoder.decode(bytes));
  }
}
