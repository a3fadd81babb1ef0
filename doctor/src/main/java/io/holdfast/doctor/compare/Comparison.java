package io.holdfast.doctor.compare;

import io.holdfast.core.config.Setting;
import io.holdfast.core.transcoder.TranscoderFactories;
import io.holdfast.core.transcoder.filter.ClassRules;
import io.holdfast.doctor.compare.Transition.Change;
import io.holdfast.doctor.finding.Findings;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Says which classes that sessions may hold are no longer read when two versions of an application
 * share sessions: by the new version, and by the old one.
 */
public final class Comparison {

  private static final String PLACE = "--compare";

  private final Findings findings;
  private final Map<String, String> attributes;

  /**
   * Creates it.
   *
   * @param attributes of {@code <Manager>}: which serializer, and which classes of libraries
   */
  public Comparison(Findings findings, Map<String, String> attributes) {
    this.findings = findings;
    this.attributes = attributes;
  }

  /** Compares two WARs, or folders of unpacked ones. */
  public void compare(Path oldWar, Path newWar) {
    Set<Serializer> serializers = serializers();
    Predicate<String> allowed = allowed();
    Application old = Application.read(oldWar, findings);
    Application now = Application.read(newWar, findings);
    if (old != null && now != null) {
      Transition forward = new Transition(old, now, true);
      Transition backward = new Transition(now, old, false);
      for (String name : chosen(old, now, allowed)) {
        report(name, forward, serializers);
        report(name, backward, serializers);
      }
    }
  }

  private Set<Serializer> serializers() {
    String given = attributes.get(Setting.TRANSCODER_FACTORY_CLASS.attribute());
    if (given == null) {
      return Serializer.ALL;
    }
    String name = TranscoderFactories.successorOf(given);
    Set<Serializer> named = new TreeSet<>(Serializer.ALL);
    named.removeIf(each -> !each.toString().equals(name));
    if (named.isEmpty()) {
      findings.wrong(
          PLACE,
          "transcoderFactoryClass=\"%s\" must be one of java, kryo, xstream, javolution"
              .formatted(given));
    }
    return named;
  }

  private Predicate<String> allowed() {
    try {
      return ClassRules.named(attributes.getOrDefault(Setting.ALLOWED_CLASSES.attribute(), ""));
    } catch (IllegalArgumentException e) {
      findings.wrong(PLACE, "allowedClasses: " + e.getMessage());
      return any -> false;
    }
  }

  /** The names of the classes to compare; says how many there are, and why these. */
  private Set<String> chosen(Application old, Application now, Predicate<String> allowed) {
    Predicate<String> isOwn = name -> old.owns(name) || now.owns(name) || allowed.test(name);
    Set<String> serializable = new TreeSet<>();
    for (Application version : List.of(old, now)) {
      version.classes().stream()
          .filter(each -> each.isNamed() && isOwn.test(each.name()))
          .map(ClassFile::name)
          .filter(version::isSerializable)
          .forEach(serializable::add);
    }
    Set<String> chosen = new TreeSet<>();
    Deque<String> open = new ArrayDeque<>(serializable);
    for (String name = open.poll(); name != null; name = open.poll()) {
      if (chosen.add(name)) {
        follow(name, old, isOwn, open);
        follow(name, now, isOwn, open);
      }
    }
    String text =
        "%d Serializable classes of the application, and %d that they extend or have in fields"
            .formatted(serializable.size(), chosen.size() - serializable.size());
    if (chosen.isEmpty()) {
      findings.warn(PLACE, text + "; allowedClasses=… names those of libraries");
    } else {
      findings.fine(PLACE, text);
    }
    return chosen;
  }

  private static void follow(
      String name, Application version, Predicate<String> isOwn, Deque<String> open) {
    ClassFile file = version.find(name);
    if (file != null) {
      version.above(file).forEach(each -> open.add(each.name()));
      file.fields().values().stream()
          .flatMap(field -> field.classes().stream())
          .filter(isOwn.and(version::isNamed))
          .forEach(open::add);
    }
  }

  /** One line for the serializers that make the same of all that has changed. */
  private void report(String name, Transition transition, Set<Serializer> serializers) {
    Map<List<Change>, Set<Serializer>> groups = new LinkedHashMap<>();
    transition
        .judge(name)
        .forEach(
            (each, changes) -> groups.computeIfAbsent(changes, any -> new TreeSet<>()).add(each));
    groups.values().forEach(group -> group.retainAll(serializers));
    groups.values().removeIf(Set::isEmpty);
    groups.forEach((changes, group) -> report(name, transition, group, changes));
  }

  private void report(
      String name, Transition transition, Set<Serializer> group, List<Change> changes) {
    Verdict worst =
        changes.stream().map(Change::verdict).max(Comparator.naturalOrder()).orElseThrow();
    String serializers = group.stream().map(Serializer::toString).collect(Collectors.joining(", "));
    String what =
        changes.stream()
            .filter(each -> worst == Verdict.READ || each.verdict() != Verdict.READ)
            .map(Change::text)
            .collect(Collectors.joining("; "));
    String text = "with %s, %s: %s".formatted(serializers, transition.sentence(worst), what);
    switch (worst) {
      case READ -> findings.fine(name, text);
      case LOST, UNCERTAIN -> findings.warn(name, text);
      case REFUSED -> findings.wrong(name, text);
    }
  }
}
