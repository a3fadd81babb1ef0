package io.holdfast.core.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SearchListTest {

  private static final String OF_A_POD =
      """
      # as Kubernetes writes it
      nameserver 10.96.0.10
      search shop.svc.cluster.local svc.cluster.local cluster.local
      options ndots:5 timeout:2
      """;

  @TempDir private Path folder;

  @Test
  void candidatesWhenTheNameIsShortInAPodThenTheDomainsComeFirst() throws IOException {
    assertEquals(
        List.of(
            "memcached.default.svc.shop.svc.cluster.local.",
            "memcached.default.svc.svc.cluster.local.",
            "memcached.default.svc.cluster.local.",
            "memcached.default.svc."),
        read(OF_A_POD).candidates("memcached.default.svc"));
  }

  @Test
  void candidatesWhenTheNameHasEnoughDotsThenItIsTriedAsItIsFirst() throws IOException {
    assertEquals(
        List.of("cache.example.", "cache.example.corp.example."),
        read("domain corp.example.\n").candidates("cache.example"));
  }

  @Test
  void candidatesWhenTheNameEndsWithADotThenItIsTheOnlyOne() throws IOException {
    assertEquals(List.of("cache.example."), read(OF_A_POD).candidates("cache.example."));
  }

  @Test
  void readWhenThereIsNoFileThenThereIsNoDomain() {
    SearchList none = SearchList.read(folder.resolve("none"));

    assertEquals(List.of("cache."), none.candidates("cache"));
  }

  @Test
  void readWhenSeveralLinesHaveDomainsThenTheLastHolds() throws IOException {
    assertEquals(List.of("b.example", "c"), read("search a\nsearch b.example c\n").domains());
  }

  @ParameterizedTest
  @CsvSource({"ndots:5, 5", "ndots:99, 15", "ndots:x, 1", "rotate, 1", "NDOTS:2, 2", "ndots:, 1"})
  void readWhenThereAreOptionsThenTheDotsAreTakenWithinReason(String options, int dots)
      throws IOException {
    assertEquals(dots, read("options " + options + "\n").dots());
  }

  @Test
  void readWhenADomainIsNoneThenItIsLeftOut() throws IOException {
    assertEquals(List.of("good"), read("search a/b $(c) good ..\n").domains());
  }

  private SearchList read(String text) throws IOException {
    return SearchList.read(Files.writeString(folder.resolve("resolv.conf"), text));
  }
}
