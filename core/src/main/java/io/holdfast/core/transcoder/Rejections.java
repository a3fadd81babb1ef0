package io.holdfast.core.transcoder;

import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Tells the operator which classes were refused, each once, with the line that would allow it. The
 * names come from whoever wrote the bytes, so that not more than so many are told and remembered.
 */
final class Rejections {

  static final int MOST = 1_000;

  private final System.Logger log;
  private final ClassRules rules;
  private final LongAdder count = new LongAdder();
  private final Set<String> told = Collections.newSetFromMap(new ConcurrentHashMap<>());

  Rejections(ClassRules rules, System.Logger log) {
    this.rules = rules;
    this.log = log;
  }

  /** The exception for a class of this name; for the first one there is a line in the log. */
  TranscoderException of(String name) {
    count.increment();
    String element = ClassNames.element(name);
    String shown = ClassNames.printable(element);
    String message =
        "class %s is not allowed in sessions; %s".formatted(shown, advice(element, shown));
    tell(shown, message);
    return new TranscoderException(Reason.REJECTED_CLASS, message);
  }

  /** How often a class was refused. */
  long count() {
    return count.sum();
  }

  private String advice(String element, String shown) {
    if (rules.denies(element)) {
      return "it is taken away by an entry with \"!\" in allowedClasses";
    }
    if (KnownGadgets.matches(element)) {
      return "it is known from attacks, and cannot be allowed";
    }
    return "if the application needs it, add it: allowedClasses=\"%s\"".formatted(shown);
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
