package io.holdfast.dist;

import io.holdfast.testkit.tomcat.TomcatProcess;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

class Tomcat11NonStickyIT extends NonStickySuite {

  /** With one Tomcat more. */
  @Nested
  final class CounterOfThree extends CounterTests {

    private @Nullable TomcatProcess t3;

    @BeforeEach
    void startThird() {
      t3 = cluster().startAnother("t3", CLIENTS.keySet());
    }

    @AfterEach
    void closeThird() {
      if (t3 != null) {
        t3.close();
      }
    }

    @Override
    List<TomcatProcess> tomcats() {
      return List.of(t1(), t2(), Objects.requireNonNull(t3));
    }
  }
}
