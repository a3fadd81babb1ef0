package io.holdfast.core.transcoder.filter;

import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
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

  private static final String PROXY =
      "is not allowed in sessions as the interface of a proxy:"
          + " reading a sorted collection would call the proxy's handler";

  private static final String DIMENSIONS =
      "is not allowed in sessions as an array of more than %d dimensions"
          .formatted(ClassRules.MOST_DIMENSIONS);

  /** Classes of MyFaces that are in sessions only where it keeps the state of views as objects. */
  private static final String MYFACES_VIEWS = "org.apache.myfaces.view.";

  private static final String MYFACES_REMEDY =
      "it is in the state of a view, and no entry of allowedClasses allows the expressions there."
          + " In web.xml set jakarta.faces.SERIALIZE_SERVER_STATE to true, or"
          + " jakarta.faces.STATE_SAVING_METHOD to client";

  private final System.Logger log;
  private final ClassRules rules;
  private final LongAdder count = new LongAdder();
  private final Set<String> told = Collections.newSetFromMap(new ConcurrentHashMap<>());
  private final Set<String> wanted = Collections.newSetFromMap(new ConcurrentHashMap<>());

  /**
   * Creates one that has refused nothing.
   *
   * @param log gets a line for each class
   */
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
    return refusal(element, "is not allowed in sessions; " + advice(element));
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
    if (wanted.size() < MOST
        && !Proxy.isProxyClass(type)
        && !ClassRules.hasTooManyDimensions(type.getName())
        && canBeAllowed(element, type)) {
      wanted.add(entryFor(element));
    }
    return of(type);
  }

  /**
   * The line that allows, beside what is allowed, all that was refused on writing until now; empty
   * if nothing was.
   */
  public String ready() {
    Set<String> entries = new TreeSet<>(wanted);
    if (entries.isEmpty()) {
      return "";
    }
    return Stream.concat(Stream.of(rules.configured().configured()), entries.stream())
        .filter(entry -> !entry.isEmpty())
        .reduce((all, entry) -> all + ", " + entry)
        .map("allowedClasses=\"%s\""::formatted)
        .orElse("");
  }

  /** How often a class was refused. */
  public long count() {
    return count.sum();
  }

  private boolean canBeAllowed(String element, Class<?> type) {
    return !rules.denies(element)
        && !JvmFilter.rejects(type)
        && !rules.isKnownGadget(element)
        && gadgetAbove(type) == null
        && !element.startsWith(MYFACES_VIEWS)
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
    String shown = ClassNames.printable(element);
    String message = "class %s %s".formatted(shown, verdict);
    tell(shown, message);
    return message;
  }

  private String advice(String element) {
    if (rules.denies(element)) {
      return "it is taken away by an entry with \"!\" in allowedClasses";
    }
    if (element.startsWith(MYFACES_VIEWS)) {
      return MYFACES_REMEDY;
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
