package io.holdfast.demo.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Table of who may come in. */
class OriginGuardTest {

  private final OriginGuard guard = new OriginGuard(8080);

  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      value = {
        "127.0.0.1:8080,      true",
        "localhost:8080,      true",
        "null,                false",
        "127.0.0.1,           false",
        "127.0.0.1:8081,      false",
        "attacker.test:8080,  false",
        "attacker.test,       false",
      })
  void allowsHostWhenNamedThenOnlyOwnNames(String host, boolean allowed) {
    assertEquals(allowed, guard.allowsHost(host));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "absent",
      value = {
        "http://127.0.0.1:8080,               true",
        "http://localhost:8080,               true",
        "absent,                              false",
        "null,                                false",
        "https://127.0.0.1:8080,              false",
        "http://127.0.0.1:9090,               false",
        "http://attacker.test,                false",
        "http://127.0.0.1:8080.attacker.test, false",
      })
  void allowsOriginWhenNamedThenOnlyOwnPages(String origin, boolean allowed) {
    assertEquals(allowed, guard.allowsOrigin(origin));
  }

  @ParameterizedTest
  @CsvSource({"127.0.0.1, true", "localhost, true", "127.0.0.1:80, false"})
  void allowsHostWhenPortIsTheDefaultThenExpectsItLeftOut(String host, boolean allowed) {
    assertEquals(allowed, new OriginGuard(80).allowsHost(host));
  }
}
