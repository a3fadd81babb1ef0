package io.holdfast.core.transcoder.filter;

import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells the operator which classes were refused, each once, with the line that would allow it. The
 * writer of the bytes chooses the names, so that not more than so many are told and remembered.
 *
 * <p>Those that were refused on writing are the application's wish, not an attacker's: all of them
 * together make one line for {@code allowedClasses}.
 */
public final class Rejections {

  /** How many classes are told and remembered. */
  public static final int MOST = 1_000;

  /** How many classes, and how many entries that allow them, a message about one graph names. */
  static final int MOST_OF_GRAPH = 30;

  private static final String PROXY =
      "is not allowed in sessions as the interface of a proxy:"
          + " reading a sorted collection would call the proxy's handler";

  private static final String DIMENSIONS =
      "is not allowed in sessions as an array of more than %d dimensions"
          .formatted(ClassRules.MOST_DIMENSIONS);

  /** Classes that are in sessions only where MyFaces or Mojarra keeps views as objects. */
  private static final List<String> VIEWS =
      List.of("com.sun.faces.facelets.el.", "org.apache.myfaces.view.");

  private static final String VIEWS_REMEDY =
      "it is in the state of a view, and no entry of allowedClasses allows the expressions there."
          + " In web.xml set jakarta.faces.SERIALIZE_SERVER_STATE to true, or"
          + " jakarta.faces.STATE_SAVING_METHOD to client";

  private final System.Logger log;
  private final ClassRules rules;
  private final LongAdder count = new LongAdder();
  private final Set<String> told = Collections.newSetFromMap(new ConcurrentHashMap<>());
  private final Set<String> wanted = Collections.newSetFromMap(new ConcurrentHashMap<>());

  /** Creates one that has refused nothing. */
  public Rejections(ClassRules rules, System.Logger log) {
    this.rules = rules;
    this.log = log;
  }

  /** What to say of a class of this name; for the first one there is a line in the log. */
  public String of(String name) {
    String element = ClassNames.element(name);
    if (ClassRules.hasTooManyDimensions(name)) {
      return refusal(element, DIMENSIONS);
    }
    return refusal(element, verdict(element));
  }

  /** What to say of a class that is there. */
  public String of(Class<?> type) {
    if (Proxy.isProxyClass(type) && Comparator.class.isAssignableFrom(type)) {
      return refusal(Comparator.class.getName(), PROXY);
    }
    String element = ClassNames.element(type.getName());
    if (JvmFilter.rejects(type)) {
      return refusal(element, "is refused by -Djdk.serialFilter");
    }
    Class<?> gadget = gadgetAbove(type);
    return gadget == null || rules.isKnownGadget(element)
        ? of(type.getName())
        : refusal(
            element,
            "is not allowed in sessions; it extends %s, which is known from attacks, and cannot be"
                    .formatted(gadget.getName())
                + " allowed");
  }

  /** What to say of a class of an object that the application wants to have written. */
  public String onWriting(Class<?> type) {
    String element = ClassNames.element(type.getName());
    if (canBeAllowed(element, type)) {
      want(element);
    }
    return of(type);
  }

  /**
   * Notes what an object of a class lacks to be written, without counting and telling it.
   *
   * @param found gets the names of the classes that are not allowed
   * @return false if no entry can allow the class; then nothing is noted
   */
  public boolean note(Class<?> type, Set<String> found) {
    List<Class<?>> refused = rules.allRefused(type);
    Map<String, Class<?>> elements = new LinkedHashMap<>();
    refused.forEach(part -> elements.put(ClassNames.element(part.getName()), part));
    if (!elements.entrySet().stream().allMatch(e -> canBeAllowed(e.getKey(), e.getValue()))) {
      return false;
    }
    elements.keySet().forEach(this::want);
    found.addAll(elements.keySet());
    return true;
  }

  /**
   * Tells all classes of one graph that are not allowed, with one line that allows them.
   *
   * @param found their names, in the order in which they were found
   * @param first what was said of the first of them, and where it is
   * @param last what else keeps the graph from being written once they are allowed; null if nothing
   *     is known
   */
  public String ofGraph(Collection<String> found, String first, @Nullable String last) {
    String end = last == null || first.startsWith(last) ? "" : "; then: " + last;
    if (found.size() < 2) {
      return first + end;
    }
    List<String> shown = found.stream().limit(MOST_OF_GRAPH).map(ClassNames::printable).toList();
    Set<String> entries = new TreeSet<>();
    found.forEach(element -> entries.add(entryFor(element)));
    List<String> pasted = entries.stream().limit(MOST_OF_GRAPH).toList();
    int more = entries.size() - pasted.size();
    return "%d classes are not allowed in sessions: %s%s; if the application needs them: %s%s%s%s"
        .formatted(
            found.size(),
            String.join(", ", shown),
            andMore(found.size() - shown.size()),
            line(pasted),
            more == 0 ? "" : andMore(more) + ", see allowedClassesReport of the manager's MBean",
            place(found.iterator().next(), first),
            end);
  }

  private static String andMore(int more) {
    return more == 0 ? "" : " and " + more + " more";
  }

  /** Where a serializer has found the first class: what it has added to the verdict. */
  private String place(String element, String first) {
    String said = message(element, verdict(element));
    return first.startsWith(said) && first.length() > said.length()
        ? "; the first is " + first.substring(said.length()).replaceFirst("^[,;] ", "")
        : "";
  }

  private void want(String element) {
    if (wanted.size() < MOST) {
      wanted.add(entryFor(element));
    }
  }

  /** The line that allows all that was refused on writing beside what is allowed; else empty. */
  public String ready() {
    Set<String> entries = new TreeSet<>(wanted);
    return entries.isEmpty() ? "" : line(entries);
  }

  private String line(Collection<String> entries) {
    return Stream.concat(Stream.of(rules.configured().configured()), entries.stream())
        .filter(entry -> !entry.isEmpty())
        .collect(Collectors.joining(", ", "allowedClasses=\"", "\""));
  }

  /** How often a class was refused. */
  public long count() {
    return count.sum();
  }

  private boolean canBeAllowed(String element, Class<?> type) {
    return !Proxy.isProxyClass(type)
        && !ClassRules.hasTooManyDimensions(type.getName())
        && !rules.denies(element)
        && !JvmFilter.rejects(type)
        && !rules.isKnownGadget(element)
        && gadgetAbove(type) == null
        && VIEWS.stream().noneMatch(element::startsWith)
        && ClassNamePattern.isClassName(element);
  }

  private @Nullable Class<?> gadgetAbove(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    return rules.gadgetAbove(element);
  }

  /** The preset that has the class, or else its name. */
  private static String entryFor(String element) {
    for (ClassPreset preset : ClassPreset.ALL) {
      if (preset.matches(element)) {
        return preset.toString();
      }
    }
    return element;
  }

  private String refusal(String element, String verdict) {
    count.increment();
    String message = message(element, verdict);
    tell(ClassNames.printable(element), message);
    return message;
  }

  private static String message(String element, String verdict) {
    return "class %s %s".formatted(ClassNames.printable(element), verdict);
  }

  private String verdict(String element) {
    return "is not allowed in sessions; " + advice(element);
  }

  private String advice(String element) {
    if (rules.denies(element)) {
      return "it is taken away by an entry with \"!\" in allowedClasses";
    }
    if (VIEWS.stream().anyMatch(element::startsWith)) {
      return VIEWS_REMEDY;
    }
    if (rules.isKnownGadget(element)) {
      return "it is known from attacks, and cannot be allowed";
    }
    return "if the application needs it, add it: allowedClasses=\"%s\""
        .formatted(entryFor(ClassNames.printable(element)));
  }

  private void tell(String shown, String message) {
    if (told.size() >= MOST || !told.add(shown)) {
      return;
    }
    log.log(System.Logger.Level.WARNING, "Refused: {0}", message);
    if (told.size() == MOST) {
      log.log(
          System.Logger.Level.WARNING,
          "{0} classes were refused until now; no more will be named here",
          MOST);
    }
  }
}
