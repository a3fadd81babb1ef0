package io.holdfast.dist;

import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What Prometheus gets when it asks a Tomcat.
 *
 * @param samples each value by its name and labels as they are written, {@code name{a="b"}}
 * @param types of the families, such as {@code counter}, by their names
 */
record Scrape(Map<String, Double> samples, Map<String, String> types) {

  private static final Pattern SAMPLE =
      Pattern.compile("(?m)^([a-zA-Z_:][\\w:]*(?:\\{.*})?) (\\S+)$");
  private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (\\S+) (\\S+)$");

  /** Asks the agent at a port of 127.0.0.1. */
  static Scrape of(int port) {
    Response response = new Browser().get(port, "/metrics");
    if (response.status() != 200) {
      throw new IllegalStateException("no metrics: " + response);
    }
    return parse(response.body());
  }

  private static Scrape parse(String text) {
    Map<String, Double> samples = new TreeMap<>();
    Matcher sample = SAMPLE.matcher(text);
    while (sample.find()) {
      samples.put(sample.group(1).replace(",}", "}"), Double.valueOf(sample.group(2)));
    }
    Map<String, String> types = new TreeMap<>();
    Matcher type = TYPE.matcher(text);
    while (type.find()) {
      types.put(type.group(1), type.group(2));
    }
    return new Scrape(samples, types);
  }

  /** The names without labels. */
  Set<String> names() {
    return samples.keySet().stream()
        .map(sample -> sample.replaceFirst("\\{.*", ""))
        .collect(Collectors.toSet());
  }

  /** The value of a metric that has these labels, and maybe more; empty if there is none. */
  OptionalDouble value(String name, Map<String, String> labels) {
    return samples.entrySet().stream()
        .filter(sample -> sample.getKey().replaceFirst("\\{.*", "").equals(name))
        .filter(sample -> has(sample.getKey(), labels))
        .mapToDouble(Map.Entry::getValue)
        .findFirst();
  }

  private static boolean has(String sample, Map<String, String> labels) {
    return labels.entrySet().stream()
        .map(label -> "%s=\"%s\"".formatted(label.getKey(), label.getValue()))
        .allMatch(label -> sample.contains("{" + label) || sample.contains("," + label));
  }
}
