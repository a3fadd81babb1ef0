package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * The document says what the serializers do. With {@code -Dholdfast.document=write}, which {@code
 * serializer-tests/write-document} gives, it is written and not compared.
 */
final class SerializersDocumentTest {

  /** The sizes in the document are those of this version, without flags. */
  private static final int SIZES_OF_JDK = 17;

  private final Exchange exchange = Exchange.ofThisRun();
  private final SetUp shown =
      exchange.setUps().stream()
          .filter(setUp -> setUp.jdk().feature() == SIZES_OF_JDK)
          .findFirst()
          .orElse(exchange.setUps().get(0));
  private final Comparison comparison = new Comparison(exchange, shown);

  @Test
  void summaryWhenCountedThenIsAsDocumented() throws IOException {
    check("summary", SummarySection.text(comparison));
  }

  @Test
  void kindsWhenWrittenAndReadThenAreAsDocumented() throws IOException {
    check("kinds", KindsSection.text(comparison));
  }

  @Test
  void refusalsWhenUnderstoodThenAreAsDocumented() throws IOException {
    check("refusals", RefusalsSection.text(comparison));
  }

  @Test
  void evolutionWhenTriedThenIsAsDocumented() throws IOException {
    check("evolution", EvolutionSection.text());
  }

  private void check(String name, String actual) throws IOException {
    if ("write".equals(System.getProperty("holdfast.document"))) {
      requireSizes();
      SerializersDocument.replace(name, actual);
    } else {
      assertEquals(
          comparable(actual),
          comparable(SerializersDocument.section(name)),
          "docs/serializers.md is not up to date: run serializer-tests/write-document");
    }
  }

  private void requireSizes() {
    if (shown.jdk().feature() != SIZES_OF_JDK) {
      throw new IllegalStateException("The document is written with a JDK " + SIZES_OF_JDK);
    }
  }

  /** Without the sizes where the JDK that they are of is missing. */
  private String comparable(String section) {
    return shown.jdk().feature() == SIZES_OF_JDK
        ? section
        : section.replaceAll("(?<=\\| )(about )?[0-9,]+(?= \\|)", "size");
  }
}
