package io.holdfast.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.transcoder.kit.ClassChange;
import io.holdfast.doctor.Installation.Examined;
import io.holdfast.doctor.compare.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The doctor says of each change in the tables of {@code docs/serializers.md} what the serializers
 * made of it: a program lets them read and write, and writes the tables.
 */
final class CompareTablesTest {

  private static final List<String> SERIALIZERS = List.of("java", "kryo", "xstream", "javolution");

  /** What the value decides, which no class file has: a warning, whatever became of one value. */
  private static final Set<String> UNCERTAIN =
      Set.of(
          "Integer to int",
          "class renamed, back",
          "double to float, more digits than fit",
          "double to int, the value fits",
          "enum constant added, and not used, back",
          "enum constant added, and used, back",
          "field added, whose class is new, back",
          "field removed, back",
          "field renamed, back",
          "float to double, the value fits, back",
          "int to float, more digits than fit",
          "int to long, the value does not fit, back",
          "int to long, the value fits, back",
          "long to int, the value does not fit",
          "long to int, the value fits",
          "object of a new subclass, back",
          "superclass inserted, back");

  /** A class is gone: the objects of the tables are read, and those of that very class are not. */
  private static final Set<String> STRICTER =
      Set.of("field removed, and its class gone", "superclass removed");

  private static final Pattern LINE =
      Pattern.compile("(fine|warning|WRONG) +\\S+: with ([a-z, ]+), (new|old) Tomcats .*");

  @TempDir private Path folder;

  @Test
  void compareWhenAClassChangesThenSaysWhatTheTablesSay() throws IOException {
    List<String> wrong = new ArrayList<>();

    check("evolution", ClassChange.all(), wrong);
    check("evolution-back", ClassChange.back(), wrong);

    assertEquals(List.of(), wrong);
  }

  private void check(String table, List<ClassChange> changes, List<String> wrong)
      throws IOException {
    Map<String, List<String>> rows = rows(table);
    assertEquals(changes.stream().map(ClassChange::name).toList(), List.copyOf(rows.keySet()));
    boolean back = table.endsWith("back");
    for (ClassChange change : changes) {
      Path writer = version(change.name() + table + 1, change.before());
      Path reader = version(change.name() + table + 2, change.after());
      Examined examined =
          Installation.examined(
              "--compare",
              (back ? reader : writer).toString(),
              (back ? writer : reader).toString());
      for (int i = 0; i < SERIALIZERS.size(); i++) {
        String said = worst(examined.text(), SERIALIZERS.get(i), back ? "old" : "new");
        String read = rows.getOrDefault(change.name(), List.of()).get(i);
        String name = change.name() + (back ? ", back" : "");
        if (!agree(name, read, said)) {
          wrong.add(
              "%s with %s: %s, and the doctor says %s: %s"
                  .formatted(name, SERIALIZERS.get(i), read, said, examined.text()));
        }
      }
    }
  }

  private static boolean agree(String change, String read, String said) {
    return switch (said) {
      case "WRONG" -> read.equals("refused") || STRICTER.contains(change);
      case "warning" -> read.equals("empty") || UNCERTAIN.contains(change);
      default -> read.equals("read");
    };
  }

  /** The worst that is said of one serializer, and of one direction. */
  private static String worst(String text, String serializer, String readers) {
    String worst = "fine";
    for (String line : text.lines().toList()) {
      Matcher found = LINE.matcher(line);
      if (found.matches()
          && List.of(found.group(2).split(", ")).contains(serializer)
          && found.group(3).equals(readers)
          && !worst.equals("WRONG")
          && !found.group(1).equals("fine")) {
        worst = found.group(1);
      }
    }
    return worst;
  }

  private Path version(String name, String body) throws IOException {
    String source =
        "public class Thing implements java.io.Serializable {"
            + " private static final long serialVersionUID = 1; "
            + body
            + "}";
    return new Version(folder.resolve(name.replace(' ', '-'))).with(source).folder();
  }

  /** The cells of the four serializers, by the change. */
  private static Map<String, List<String>> rows(String table) throws IOException {
    String text = Files.readString(Path.of("../docs/serializers.md"));
    int start = text.indexOf("<!-- " + table + ": written by a program -->");
    int end = text.indexOf("<!-- end of " + table + " -->");
    Map<String, List<String>> rows = new LinkedHashMap<>();
    text.substring(start, end)
        .lines()
        .filter(line -> line.startsWith("|"))
        .skip(2)
        .map(line -> List.of(line.split(" *\\| *")))
        .forEach(cells -> rows.put(cells.get(1), cells.subList(3, 3 + SERIALIZERS.size())));
    return rows;
  }
}
