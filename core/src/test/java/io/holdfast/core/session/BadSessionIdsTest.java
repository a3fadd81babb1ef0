package io.holdfast.core.session;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.testkit.document.TrialTable;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every character that no id may have, at each place of one that is fine otherwise. */
final class BadSessionIdsTest {

  private static final TrialTable TABLE =
      new TrialTable(Path.of("../docs/reliability.md"), "bad input");
  private static final String GOOD = "0123456789ABCDEF0123456789ABCDEF.t1";
  private static final int LAST_CHARACTER = 0x2fff;
  private static final int LONGEST = 8_192;

  @Test
  void parseWhenTheIdIsBadThenNoIdWhateverIsWrong() {
    Set<String> bad = badIds();

    bad.forEach(id -> assertNull(SessionId.parse(id), () -> "accepted: " + describe(id)));

    assertNotNull(SessionId.parse(GOOD));
    TABLE.check(
        "session ids", bad.size(), "no id: a fresh session, and nothing is asked of the store");
  }

  private static Set<String> badIds() {
    Set<String> bad = new LinkedHashSet<>(Set.of("", ".", ".t1"));
    for (char character = 0; character <= LAST_CHARACTER; character++) {
      if (character <= ' ' || character >= 0x7f) {
        for (int place : new int[] {0, 1, GOOD.indexOf('.'), GOOD.length()}) {
          bad.add(GOOD.substring(0, place) + character + GOOD.substring(place));
        }
      }
    }
    for (int length = SessionId.MAX_LENGTH + 1; length <= LONGEST; length++) {
      bad.add("a".repeat(length));
    }
    for (String command : new String[] {"flush_all", "set x 0 0 1\r\nx", "get a", "quit"}) {
      for (String end : new String[] {"\r\n", "\n", "\r", "\0", " ", "\u0085", "\u2028"}) {
        bad.add(GOOD + end + command + end);
        bad.add(end + command + end + GOOD);
      }
    }
    return bad;
  }

  private static String describe(String id) {
    return id.length() > 50 ? id.length() + " characters" : id.codePoints().boxed().toList() + "";
  }
}
