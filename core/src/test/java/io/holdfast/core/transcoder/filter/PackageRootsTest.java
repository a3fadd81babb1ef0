package io.holdfast.core.transcoder.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PackageRootsTest {

  @ParameterizedTest
  @CsvSource({
    "com.acme.shop, com.acme.shop",
    "com.acme.shop, com.acme.model.deep",
    "com.acme.shop, com.acme",
    "com.acme, com.acme.shop",
    "com.github.ann.shop, com.github.ann.model",
    "uk.co.acme.shop, uk.co.acme.model"
  })
  void coverWhenPackagesHaveOneOwnerThenIsTrue(String own, String other) {
    assertTrue(PackageRoots.of(Set.of(own)).cover(other));
  }

  @ParameterizedTest
  @CsvSource({
    "com.acme.shop, com.acmecorp",
    "com.acme.shop, com",
    "com.acme.shop, com.example.shop",
    "com.github.ann.shop, com.github.bob.shop",
    "com.github, com.github.bob",
    "io.github.ann, io.github.bob",
    "net.sf.shop, net.sf.json",
    "uk.co.acme.shop, uk.co.example",
    "uk.co, uk.co.example",
    "shop, shop.model",
    "shop, shop",
    "com, com.acme"
  })
  void coverWhenOwnersMayDifferThenIsFalse(String own, String other) {
    assertFalse(PackageRoots.of(Set.of(own)).cover(other));
  }

  /** An application that replaces a class of a library does not own the library for that. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.apache.commons.lang3.event",
        "org.apache.commons.beanutils2",
        "org.apache.ibatis.executor.loader",
        "org.apache.jsp",
        "org.aspectj.weaver.tools.cache",
        "org.springframework.beans.support",
        "org.codehaus.groovy.runtime",
        "groovy.lang",
        "com.google.common.collect",
        "com.fasterxml.jackson.databind.node",
        "com.mchange.v2.c3p0",
        "org.h2.jdbcx",
        "com.sun.rowset",
        "javax.management",
        "scala.sys.process"
      })
  void coverWhenPackageIsOfALibraryThenIsFalse(String library) {
    assertFalse(PackageRoots.of(Set.of(library)).cover(library));
  }

  @Test
  void coverWhenThereAreNoPackagesThenIsFalse() {
    assertFalse(PackageRoots.of(Set.of()).cover("com.acme"));
    assertFalse(PackageRoots.of(Set.of("")).cover(""));
  }

  @Test
  void toStringWhenPackagesShareRootsThenShowsEachOnce() {
    PackageRoots roots =
        PackageRoots.of(
            List.of("com.acme.shop", "com.acme.model", "org.apache.x", "io.github.ann.z", "x"));

    assertEquals("com.acme, io.github.ann", roots.toString());
  }
}
