package probe;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.servlet.http.HttpSession;

/** Attributes of the kinds whose fields lie in packages that only flags of the JVM open. */
final class Kinds {

  private enum Colour {
    RED,
    GREEN
  }

  private record Point(int x, int y) implements Serializable {}

  private Kinds() {}

  static void setAll(HttpSession session) {
    all().forEach((name, value) -> session.setAttribute("kind." + name, value));
  }

  /** What the session has of them, each with its class and its value. */
  static String describe(HttpSession session) {
    Map<String, String> found = new TreeMap<>();
    all()
        .keySet()
        .forEach(
            name -> {
              Object value = session.getAttribute("kind." + name);
              found.put(name, value == null ? "missing" : text(value));
            });
    return found.toString();
  }

  private static String text(Object value) {
    return value.getClass().getName()
        + ' '
        + (value instanceof Object[] array ? Arrays.toString(array) : value);
  }

  private static Map<String, Object> all() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("text", "apple");
    all.put("number", 4711L);
    all.put("decimal", new BigDecimal("1.50"));
    all.put("date", new Date(1_700_000_000_000L));
    all.put("instant", Instant.ofEpochSecond(1_700_000_000L, 5));
    all.put("localDate", LocalDate.of(2026, 11, 21));
    all.put("zone", ZoneId.of("Europe/Berlin"));
    all.put("uuid", new UUID(1, 2));
    all.put("locale", Locale.GERMANY);
    all.put("enum", Colour.GREEN);
    all.put("record", new Point(3, 4));
    all.put("list", new ArrayList<>(List.of("a", "b")));
    all.put("immutable", List.of("a", "b"));
    all.put("unmodifiable", Collections.unmodifiableList(new ArrayList<>(List.of("a"))));
    all.put("map", new TreeMap<>(Map.of("a", 1, "b", 2)));
    all.put("concurrent", new ConcurrentHashMap<>(Map.of("a", 1)));
    all.put("array", new String[] {"a", "b"});
    all.put("atomic", new AtomicInteger(7));
    return all;
  }
}
