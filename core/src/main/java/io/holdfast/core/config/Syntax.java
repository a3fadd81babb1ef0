package io.holdfast.core.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What the text of an attribute means, and how a value is written.
 *
 * @param unit of a number without one
 * @param range which texts are right, in a few words
 * @param parser empty if the text stands for none, or for what suits other attributes; throws an
 *     {@link IllegalArgumentException} that says what would be right
 */
record Syntax<T>(
    Class<?> type,
    Unit unit,
    String range,
    Function<String, Optional<T>> parser,
    Function<T, String> writer) {

  /** Stands for the value that suits {@code sticky}. */
  static final String AUTO = "auto";

  /** Values that are written as they are printed. */
  private Syntax(Class<?> type, String range, Function<String, Optional<T>> parser) {
    this(type, Unit.COUNT, range, parser, String::valueOf);
  }

  /** A text; blanks around it are none of it. */
  static Syntax<String> text(String what) {
    return new Syntax<>(String.class, what, text -> Optional.of(text.trim()));
  }

  static Syntax<String> exactly(String what) {
    return new Syntax<>(String.class, what, Optional::of);
  }

  static Syntax<List<String>> list() {
    return new Syntax<>(
        List.class,
        Unit.COUNT,
        "list",
        text -> Optional.of(split(text)),
        entries -> String.join(",", entries));
  }

  /** The entries of a list, which commas and white space separate in any mix. */
  static List<String> split(String list) {
    return Arrays.stream(list.split("[,\\s]+", -1)).filter(entry -> !entry.isEmpty()).toList();
  }

  static Syntax<Boolean> flag() {
    return words(Boolean.class, List.of("true", "false"), List.of(true, false));
  }

  /**
   * One of some words.
   *
   * @param names of the values, in their order; one more stands for what suits other attributes
   */
  static <E extends Enum<E>> Syntax<E> words(Class<E> type, String... names) {
    return words(type, List.of(names), List.of(type.getEnumConstants()));
  }

  private static <T> Syntax<T> words(Class<T> type, List<String> names, List<T> values) {
    int last = names.size() - 1;
    String all = String.join(", ", names.subList(0, last)) + " or " + names.get(last);
    return new Syntax<>(
        type,
        Unit.COUNT,
        all,
        text -> {
          int place = names.indexOf(text.trim().toLowerCase(Locale.ROOT));
          if (place < 0) {
            throw new IllegalArgumentException("use " + all);
          }
          return values.stream().skip(place).findFirst();
        },
        value -> names.get(values.indexOf(value)));
  }

  static Syntax<Integer> number(Unit unit, int least, int greatest) {
    return new Syntax<>(
        Integer.class,
        unit,
        unit.range(least, greatest),
        text -> Optional.of((int) unit.parse(text, least, greatest)),
        String::valueOf);
  }

  static Syntax<Integer> numberOrAuto(int least, int greatest) {
    Syntax<Integer> number = number(Unit.COUNT, least, greatest);
    return new Syntax<>(
        Integer.class,
        number.range + " or " + AUTO,
        text -> text.trim().equalsIgnoreCase(AUTO) ? Optional.empty() : number.parser.apply(text));
  }

  /** Times; a negative one stands for no limit. */
  static Syntax<Duration> time(Unit unit, int least, int greatest) {
    return new Syntax<>(
        Duration.class,
        unit,
        unit.range(least, greatest),
        text -> {
          long amount = unit.parse(text, least, greatest);
          return amount < 0 ? Optional.empty() : Optional.of(unit.time(amount));
        },
        unit::text);
  }

  /** An absolute path; the example is of a right one. */
  static Syntax<Path> path(String example) {
    return new Syntax<>(Path.class, "absolute path", text -> path(text.strip(), example));
  }

  private static Optional<Path> path(String text, String example) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      Path path = Path.of(text);
      if (path.isAbsolute()) {
        return Optional.of(path.normalize());
      }
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("not a path: " + e.getReason(), e);
    }
    throw new IllegalArgumentException("an absolute path is needed, for example " + example);
  }

  /** A regular expression; blanks around it are none of it, as no name or URI has such. */
  static Syntax<Pattern> expression(String example) {
    return new Syntax<>(
        Pattern.class,
        "regular expression",
        text -> text.isBlank() ? Optional.empty() : Optional.of(pattern(text.strip(), example)));
  }

  /** One whose dot stands for each character: a client can have a line break in a path. */
  static Pattern pattern(String regex, String example) {
    try {
      return Pattern.compile(regex, Pattern.DOTALL);
    } catch (PatternSyntaxException e) {
      String place = e.getIndex() < 0 ? "" : " at character " + (e.getIndex() + 1);
      throw new IllegalArgumentException(
          "not a regular expression: %s%s; write one such as %s, a backslash before ( [ { that stand for themselves"
              .formatted(e.getDescription(), place, example),
          e);
    }
  }
}
