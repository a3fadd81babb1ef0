package io.holdfast.tomcat.response;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpClient;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random output, with a change before each step: after each, Tomcat is asked what has left, which
 * must not be more than before unless the gate was opened in between. And the client must get
 * exactly what was written.
 */
class LeavingBytesTest {

  private static final int STEPS = 400;

  /** One to four bytes in UTF-8, some in none of the other encodings. */
  private static final String[] LETTERS = {"a", "b", "c", "d", "\u00e4", "\u3042", "\ud834\udd1e"};

  private static GatedTomcat tomcat;

  @BeforeAll
  static void startTomcat(@TempDir Path base) {
    tomcat = GatedTomcat.start(base, context -> {}, "asked");
  }

  @AfterAll
  static void stopTomcat() {
    tomcat.close();
  }

  @ParameterizedTest
  @CsvSource({
    "1, HTTP_1_1", "2, HTTP_1_1", "3, HTTP_1_1", "4, HTTP_1_1",
    "5, HTTP_2", "6, HTTP_2", "7, HTTP_2", "8, HTTP_2"
  })
  void streamWhenWrittenAtRandomThenNothingLeavesUnsaved(long seed, HttpClient.Version version) {
    AtomicReference<AssertionError> failure = new AtomicReference<>();
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    tomcat.answer(
        "asked",
        (request, response, exchange) -> {
          Random random = new Random(seed);
          response.setContentType("text/plain;charset=ISO-8859-1");
          if (random.nextBoolean()) {
            response.setBufferSize(20_000);
          }
          OutputStream out = response.getOutputStream();
          try {
            for (int i = 0; i < STEPS; i++) {
              exchange.change();
              String step = writeBytes(random, out, expected);
              exchange.checkLeft(step);
            }
          } catch (AssertionError e) {
            failure.set(e);
          }
        });

    byte[] body = tomcat.getBytes("asked", version);

    assertNull(failure.get());
    assertArrayEquals(expected.toByteArray(), body);
    assertTrue(tomcat.exchange().savedBeforeTheFirstByte() > 0);
  }

  private static String writeBytes(Random random, OutputStream out, OutputStream expected)
      throws IOException {
    byte[] bytes = letters(random).getBytes(StandardCharsets.UTF_8);
    switch (random.nextInt(8)) {
      case 0 -> {
        out.write(bytes[0]);
        expected.write(bytes[0]);
        return "one byte";
      }
      case 1 -> {
        out.write(bytes, 1, bytes.length - 1);
        expected.write(bytes, 1, bytes.length - 1);
        return "a part";
      }
      case 2 -> {
        out.flush();
        return "flush";
      }
      default -> {
        out.write(bytes);
        expected.write(bytes);
        return bytes.length + " bytes";
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, UTF-8, HTTP_1_1",
    "2, UTF-8, HTTP_1_1",
    "3, UTF-8, HTTP_2",
    "4, UTF-8, HTTP_2",
    "5, ISO-8859-1, HTTP_1_1",
    "6, UTF-16, HTTP_1_1",
    "7, Shift_JIS, HTTP_1_1",
    "8, ISO-2022-JP, HTTP_1_1",
    "9, GB18030, HTTP_2"
  })
  void writerWhenWrittenAtRandomThenNothingLeavesUnsaved(
      long seed, String charset, HttpClient.Version version) {
    Charset encoding = Charset.forName(charset);
    AtomicReference<AssertionError> failure = new AtomicReference<>();
    StringWriter expected = new StringWriter();
    tomcat.answer(
        "asked",
        (request, response, exchange) -> {
          Random random = new Random(seed);
          response.setContentType("text/plain;charset=" + charset);
          PrintWriter out = response.getWriter();
          PrintWriter copy = new PrintWriter(expected);
          try {
            for (int i = 0; i < STEPS; i++) {
              exchange.change();
              String step = writeText(random, out, copy);
              exchange.checkLeft(step);
            }
          } catch (AssertionError e) {
            failure.set(e);
          }
        });

    byte[] body = tomcat.getBytes("asked", version);

    assertNull(failure.get());
    assertEquals(
        new String(expected.toString().getBytes(encoding), encoding), new String(body, encoding));
    assertTrue(tomcat.exchange().savedBeforeTheFirstByte() > 0);
  }

  private static String writeText(Random random, PrintWriter out, PrintWriter expected) {
    String text = letters(random);
    int kind = random.nextInt(10);
    for (PrintWriter writer : new PrintWriter[] {out, expected}) {
      switch (kind) {
        case 0 -> writer.write(text.charAt(0));
        case 1 -> writer.write(text, 1, text.length() - 1);
        case 2 -> writer.write(text.toCharArray());
        case 3 -> writer.println();
        case 4 -> writer.println(text);
        case 5 -> writer.printf(Locale.ROOT, "%d %s%n", text.length(), text);
        case 6 -> writer.append(text).append('!');
        case 7 -> writer.flush();
        case 8 -> writer.print(text.length());
        default -> writer.print(text);
      }
    }
    return "step " + kind + " with " + text.length() + " characters";
  }

  /** Mostly little, sometimes more than any buffer; begins with two plain letters. */
  private static String letters(Random random) {
    int length =
        switch (random.nextInt(20)) {
          case 0 -> 30_000;
          case 1, 2 -> 8192;
          case 3, 4, 5 -> 3000;
          default -> 1 + random.nextInt(200);
        };
    StringBuilder text = new StringBuilder(length);
    while (text.length() < length) {
      text.append(text.length() < 2 ? "x" : LETTERS[random.nextInt(LETTERS.length)]);
    }
    return text.toString();
  }
}
