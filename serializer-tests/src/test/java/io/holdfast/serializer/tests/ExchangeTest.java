package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.testkit.process.Jdk;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What one Tomcat writes, every other one reads, whatever Java it runs on with which flags. */
final class ExchangeTest {

  private final Exchange exchange = Exchange.ofThisRun();

  @TestFactory
  Stream<DynamicTest> readWhenWrittenUnderAnySetUpThenIsEqual() {
    return exchange.setUps().stream()
        .flatMap(
            reader ->
                exchange.setUps().stream()
                    .flatMap(
                        writer ->
                            Serializer.ALL.stream()
                                .map(serializer -> readTest(reader, writer, serializer))));
  }

  private DynamicTest readTest(SetUp reader, SetUp writer, Serializer serializer) {
    return DynamicTest.dynamicTest(
        "%s: %s reads %s".formatted(serializer, reader, writer),
        () -> {
          List<Reading> readings = exchange.read(reader, writer, serializer);

          long accepted =
              exchange.written(writer, serializer).stream().filter(e -> !e.isRefused()).count();
          assertEquals(accepted, readings.size());
          assertEquals(
              List.of(),
              readings.stream().filter(r -> r.result() != Reading.Result.EQUAL).toList());
        });
  }

  @TestFactory
  Stream<DynamicTest> encodeWhenUnderAnySetUpThenTheSameKindsAreRefused() {
    SetUp first = exchange.setUps().get(0);
    return exchange.setUps().stream()
        .skip(1)
        .flatMap(
            other ->
                Serializer.ALL.stream()
                    .map(
                        serializer ->
                            DynamicTest.dynamicTest(
                                "%s: %s and %s".formatted(serializer, first, other),
                                () ->
                                    assertEquals(
                                        exchange.refused(first, serializer),
                                        exchange.refused(other, serializer)))));
  }

  @TestFactory
  Stream<DynamicTest> encodeWhenAllKindsAreInOneSessionThenIsNotRefused() {
    return Serializer.ALL.stream()
        .map(
            serializer ->
                DynamicTest.dynamicTest(
                    serializer.title(),
                    () -> {
                      SetUp setUp = exchange.setUps().get(0);
                      assertEquals(
                          false, exchange.refused(setUp, serializer).contains(OneSession.NAME));
                    }));
  }

  /** Skipped, with its reason, where the half of the exchange is missing that needs another JDK. */
  @Test
  void setUpsWhenThereIsAnotherJdkThenAreOfBoth() {
    assumeTrue(Jdk.other().isPresent(), Jdk.NO_OTHER);

    assertEquals(2, exchange.setUps().stream().map(SetUp::jdk).distinct().count());
  }
}
