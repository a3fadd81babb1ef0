package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.document.SectionedDocument;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * The document says what the serializers do. With {@code -Dholdfast.document=write}, which {@code
 * serializer-tests/write-document} gives, it is written and not compared.
 */
final class SerializersDocumentTest {

  private static final SectionedDocument DOCUMENT =
      new SectionedDocument(Path.of("../docs/serializers.md"));

  /** The sizes in the document are those of this version, without flags. */
  private static final int SIZES_OF_JDK = 17;

  private static final boolean WRITING = "write".equals(System.getProperty("holdfast.document"));

  private final Exchange exchange = Exchange.ofThisRun();
  private final SetUp shown =
      exchange.setUps().stream()
          .filter(setUp -> setUp.jdk().feature() == SIZES_OF_JDK)
          .findFirst()
          .orElse(exchange.setUps().get(0));
  private final Comparison comparison = new Comparison(exchange, shown);

  @Test
  void summaryWhenCountedThenIsAsDocumented() {
    check("summary", SummarySection.text(comparison), UnaryOperator.identity());
  }

  @Test
  void kindsWhenWrittenAndReadThenAreAsDocumented() {
    boolean sizesAreKnown = shown.jdk().feature() == SIZES_OF_JDK;
    if (WRITING && !sizesAreKnown) {
      throw new IllegalStateException("The document is written with a JDK " + SIZES_OF_JDK);
    }

    check(
        "kinds",
        KindsSection.text(comparison),
        sizesAreKnown ? UnaryOperator.identity() : SerializersDocumentTest::withoutSizes);
  }

  @Test
  void convertersWhenMeasuredThenAreAsDocumented() {
    boolean sizesAreKnown = Runtime.version().feature() == SIZES_OF_JDK;

    check(
        "converters",
        ConvertersSection.text(),
        sizesAreKnown ? UnaryOperator.identity() : SerializersDocumentTest::withoutSizes);
  }

  @Test
  void refusalsWhenUnderstoodThenAreAsDocumented() {
    check("refusals", RefusalsSection.text(comparison), UnaryOperator.identity());
  }

  @Test
  void shapesWhenWrittenAndReadThenAreAsDocumented() {
    check("shapes", ShapesSection.text(), UnaryOperator.identity());
  }

  @Test
  void evolutionWhenTriedThenIsAsDocumented() {
    check("evolution", EvolutionSection.text(), UnaryOperator.identity());
  }

  @Test
  void evolutionWhenTheOldVersionReadsThenIsAsDocumented() {
    check("evolution-back", EvolutionSection.back(), UnaryOperator.identity());
  }

  private static void check(String name, String actual, UnaryOperator<String> comparable) {
    if (WRITING) {
      DOCUMENT.replace(name, actual);
      return;
    }
    assertEquals(
        comparable.apply(actual),
        comparable.apply(DOCUMENT.section(name)),
        "docs/serializers.md is not up to date: run serializer-tests/write-document");
  }

  private static String withoutSizes(String section) {
    return section.replaceAll("(?<=\\| )(about )?[0-9,]+(?= \\|)", "size");
  }
}
