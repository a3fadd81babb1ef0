package io.holdfast.core.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What the text of an attribute means, and how a value is written.
 *
 * @param type of the values
 * @param unit of a number without one
 * @param range which texts are right, in a few words
 * @param parser empty if the text stands for none, or for what suits other attributes; throws an
 *     {@link IllegalArgumentException} that says what would be right
 * @param writer of a value
 */
record Syntax<T>(
    Class<?> type,
    Unit unit,
    String range,
    Function<String, Optional<T>> parser,
    Function<T, String> writer) {

  /** Stands for the value that suits {@code sticky}. */
  static final String AUTO = "auto";

  /** A text; blanks around it are none of it. */
  static Syntax<String> text(String what) {
    return new Syntax<>(
        String.class, Unit.COUNT, what, text -> Optional.of(text.trim()), text -> text);
  }

  /** A text as it is, with its blanks. */
  static Syntax<String> exactly(String what) {
    return new Syntax<>(String.class, Unit.COUNT, what, Optional::of, text -> text);
  }

  static Syntax<List<String>> list() {
    return new Syntax<>(
        List.class,
        Unit.COUNT,
        "list",
        text -> Optional.of(Lists.split(text)),
        entries -> String.join(",", entries));
  }

  static Syntax<Boolean> flag() {
    Map<String, Optional<Boolean>> words = new LinkedHashMap<>();
    words.put("true", Optional.of(true));
    words.put("false", Optional.of(false));
    return of(Boolean.class, words, Object::toString);
  }

  /**
   * One of some words.
   *
   * @param names of the values, in their order; one more stands for what suits other attributes
   */
  static <E extends Enum<E>> Syntax<E> words(Class<E> type, String... names) {
    E[] values = type.getEnumConstants();
    Map<String, Optional<E>> words = new LinkedHashMap<>();
    for (int i = 0; i < names.length; i++) {
      words.put(names[i], i < values.length ? Optional.of(values[i]) : Optional.empty());
    }
    return of(type, words, value -> names[List.of(values).indexOf(value)]);
  }

  private static <T> Syntax<T> of(
      Class<T> type, Map<String, Optional<T>> words, Function<T, String> writer) {
    List<String> names = List.copyOf(words.keySet());
    int last = names.size() - 1;
    String all = String.join(", ", names.subList(0, last)) + " or " + names.get(last);
    return new Syntax<>(
        type,
        Unit.COUNT,
        all,
        text -> {
          Optional<T> meant = words.get(text.trim().toLowerCase(Locale.ROOT));
          if (meant == null) {
            throw new IllegalArgumentException("use " + all);
          }
          return meant;
        },
        writer);
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
        Unit.COUNT,
        number.range + " or " + AUTO,
        text -> isAuto(text) ? Optional.empty() : number.parser.apply(text),
        number.writer);
  }

  private static boolean isAuto(String text) {
    return text.trim().equalsIgnoreCase(AUTO);
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

  /**
   * An absolute path.
   *
   * @param example of a right one
   */
  static Syntax<Path> path(String example) {
    return new Syntax<>(
        Path.class,
        Unit.COUNT,
        "absolute path",
        text -> path(text.strip(), example),
        Path::toString);
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

  /**
   * A regular expression; blanks around it are none of it, as no name or URI has such.
   *
   * @param example of a right one
   */
  static Syntax<Pattern> expression(String example) {
    return new Syntax<>(
        Pattern.class,
        Unit.COUNT,
        "regular expression",
        text -> text.isBlank() ? Optional.empty() : Optional.of(pattern(text.strip(), example)),
        Pattern::pattern);
  }

  /** One whose dot stands for each character: a client can have a line break in a path. */
  static Pattern pattern(String regex, String example) {
    try {
      return Pattern.compile(regex, Pattern.DOTALL);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(notAnExpression(e, example), e);
    }
  }

  /** What is wrong with a regular expression, where, and an example of a right one. */
  static String notAnExpression(PatternSyntaxException e, String example) {
    return "not a regular expression: %s%s; write one such as %s, a backslash before ( [ { that stand for themselves"
        .formatted(
            e.getDescription(),
            e.getIndex() < 0 ? "" : " at character " + (e.getIndex() + 1),
            example);
  }
}
