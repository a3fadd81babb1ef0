package io.holdfast.tomcat.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.session.SessionId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ids of this Tomcat, and of others. */
final class IssuedIdsTest {

  /** An id that this Tomcat gives would be the same, and any other would not. */
  @ParameterizedTest
  @CsvSource({
    "t1, A.t1",
    "t1, A",
    "t1, A.",
    "t1, A.t2",
    "t1, A.xt1",
    "t1, A.t1.t1",
    "t1, A.b.t1",
    "t1, A.T1",
    ", A",
    ", A.",
    ", A.t1",
    "a.b, A.a.b",
    "a.b, A.b",
    "a.b, A.x.b"
  })
  void isForeignWhenComparedWithTheIdThatIsGivenThenDiffersFromIt(
      @Nullable String jvmRoute, String id) {
    IssuedIds issued = new IssuedIds(jvmRoute);
    SessionId asked = new SessionId(id);

    assertEquals(!asked.equals(issued.of(asked)), issued.isForeign(asked));
  }
}
