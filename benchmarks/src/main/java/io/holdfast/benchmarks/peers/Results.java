package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.load.Figures;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Everything that was seen. */
final class Results {

  private static final int LONGEST_REASON = 160;

  private final Figures visitors = new Figures(Contender.PLAIN);
  private final Figures users = new Figures(Contender.PLAIN);
  private final Map<Contender, Behind> behind = new EnumMap<>(Contender.class);
  private final Map<Contender, Long> complaints = new EnumMap<>(Contender.class);
  private final Map<String, String> failures = new LinkedHashMap<>();

  /** Of people who come once. */
  Figures visitors() {
    return visitors;
  }

  /** Of people who keep connections and cookies. */
  Figures users() {
    return users;
  }

  Map<Contender, Behind> behind() {
    return behind;
  }

  /** Lines that a Tomcat logged as warnings or worse after it had started. */
  Map<Contender, Long> complaints() {
    return complaints;
  }

  /** Notes that something could not be measured; the first reason stays. */
  void fail(String what, Throwable why) {
    String message = String.valueOf(why.getMessage()).lines().findFirst().orElse("");
    String reason = message.substring(0, Math.min(message.length(), LONGEST_REASON));
    failures.putIfAbsent(what, reason);
  }

  boolean hasFailed(String what) {
    return failures.containsKey(what);
  }

  /** What could not be measured, with its reason. */
  List<String> failures() {
    List<String> lines = new ArrayList<>();
    failures.forEach((what, why) -> lines.add(what + ": " + why));
    return lines;
  }
}
