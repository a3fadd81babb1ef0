package io.holdfast.demo.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.session.SessionId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cookies as browsers send them, and as others do. */
class SessionCookieTest {

  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      value = {
        "JSESSIONID=ABC.t1,                ABC.t1",
        "theme=dark; JSESSIONID=ABC.t1,    ABC.t1",
        "JSESSIONID=ABC.t1;theme=dark,     ABC.t1",
        "XJSESSIONID=ABC.t1,               null",
        "theme=dark,                       null",
        "JSESSIONID=,                      null",
        "JSESSIONID=a b,                   null",
        "null,                             null",
      })
  void inWhenGivenAHeaderThenFindsTheId(@Nullable String header, @Nullable String expected) {
    @Nullable SessionId id = SessionCookie.in(header);

    assertEquals(expected, id == null ? null : id.value());
  }
}
