package io.holdfast.benchmarks.beans;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.benchmarks.report.Figures;
import io.holdfast.benchmarks.report.Section;
import io.holdfast.benchmarks.report.Turn;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BeansTest {

  private static final List<Integer> USERS = List.of(100, 500);

  @Test
  void sectionWhenLeftBeansAreSlowerThenSaysSoForBothManagersAndComparesOursWithTomcats() {
    String section = section();

    Stream.of(
            "type 1 does 1.00 times the requests of type 0 with Tomcat's manager and 1.00 times",
            "type 2 0.20 and 0.40 times.",
            "type 0 does 0.50 times the requests of Tomcat's own",
            "type 2 1.00 times.",
            "| 0: HttpSession, Tomcat's own manager | 1,000 | 1,000 |",
            "| 0: HttpSession, Holdfast | 500 (0.50, 0.50 to 0.50) |",
            "| 0: HttpSession, Holdfast | 200 (2.00, 2.00 to 2.00) |")
        .forEach(line -> assertTrue(section.contains(line), () -> line + "\n" + section));
  }

  /** Ours does half as many requests, and beans that are left as many as without us. */
  private static String section() {
    Figures figures = new Figures();
    for (int users : USERS) {
      for (String server : Beans.servers()) {
        boolean isOurs = server.endsWith("Holdfast");
        int requests = server.startsWith("2") ? 200 : isOurs ? 500 : 1_000;
        figures.add(server, Beans.title(users), Turn.of(requests, 1, 0.1));
      }
    }
    Section section = Beans.section(new Section("beans"), figures, USERS);
    Stream.of("machine", "versions", "parts", "part", "turn", "rounds")
        .forEach(place -> section.with(place, ""));
    return section.toString();
  }
}
