package io.holdfast.core.discovery;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which absolute names a short one may stand for, as the machine's resolver sees it
 * (resolv.conf(5)): in Kubernetes {@code memcached.default.svc} is short for {@code
 * memcached.default.svc.cluster.local}.
 *
 * @param domains are appended, in this order
 * @param dots a name with as many is tried as it is first
 */
public record SearchList(List<String> domains, int dots) {

  /** Without any domain. */
  public static final SearchList NONE = new SearchList(List.of(), 1);

  private static final Path OF_MACHINE = Path.of("/etc/resolv.conf");
  private static final String DOTS = "ndots:";
  private static final int MOST_DOTS = 15;
  private static final int MOST_DOMAINS = 32;
  private static final long LARGEST_FILE = 64 << 10;
  private static final Pattern DOMAIN = Pattern.compile("[A-Za-z0-9_-]+(?:\\.[A-Za-z0-9_-]+)*\\.?");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,3}");

  public SearchList {
    domains = List.copyOf(domains);
  }

  /** That of this machine now; {@link #NONE} where there is no such file. */
  public static SearchList ofMachine() {
    return read(OF_MACHINE);
  }

  static SearchList read(Path file) {
    try {
      return Files.size(file) > LARGEST_FILE
          ? NONE
          : parse(Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return NONE;
    }
  }

  /** Of several lines with domains the last one holds. */
  private static SearchList parse(String text) {
    List<String> domains = List.of();
    int dots = 1;
    for (String line : text.lines().toList()) {
      List<String> words = List.of(line.strip().split("\\s+", -1));
      List<String> rest = words.subList(1, words.size());
      switch (words.get(0)) {
        case "search", "domain" ->
            domains =
                rest.stream()
                    .filter(domain -> DOMAIN.matcher(domain).matches())
                    .limit(MOST_DOMAINS)
                    .toList();
        case "options" -> dots = dots(rest, dots);
        default -> {} // servers, which the JDK reads, and comments
      }
    }
    return new SearchList(domains, dots);
  }

  private static int dots(List<String> options, int before) {
    return options.stream()
        .filter(option -> option.toLowerCase(Locale.ROOT).startsWith(DOTS))
        .map(option -> option.substring(DOTS.length()))
        .filter(number -> NUMBER.matcher(number).matches())
        .mapToInt(number -> Math.min(MOST_DOTS, Integer.parseInt(number)))
        .findFirst()
        .orElse(before);
  }

  /** The absolute names to ask for, the likeliest first. */
  public List<String> candidates(String name) {
    if (name.endsWith(".")) {
      return List.of(name);
    }
    Stream<String> absolute = Stream.of(name + ".");
    Stream<String> completed =
        domains.stream().map(domain -> name + "." + (domain.endsWith(".") ? domain : domain + "."));
    boolean isLong = name.chars().filter(c -> c == '.').count() >= dots;
    return (isLong ? Stream.concat(absolute, completed) : Stream.concat(completed, absolute))
        .toList();
  }
}
