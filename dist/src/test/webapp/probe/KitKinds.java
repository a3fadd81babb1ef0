package probe;

import io.holdfast.core.transcoder.kit.Kind;
import io.holdfast.core.transcoder.kit.KindGroup;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.servlet.http.HttpSession;

/** Every kind of attribute that serializers are tested with. */
final class KitKinds {

  private KitKinds() {}

  /** Puts a sample of each into the session, under its name behind a prefix. */
  static int setAll(HttpSession session, String prefix) {
    all().forEach(kind -> session.setAttribute(prefix + kind.name(), kind.sample().get()));
    return all().size();
  }

  /** The names of those that the session does not have, between tabs. */
  static String missing(HttpSession session, String prefix) {
    return names(kind -> session.getAttribute(prefix + kind.name()) == null);
  }

  /** The names of those that are not the same as one made now, between tabs. */
  static String different(HttpSession session, String prefix) {
    return names(
        kind -> {
          Object attribute = session.getAttribute(prefix + kind.name());
          return attribute != null && !kind.same().test(kind.sample().get(), attribute);
        });
  }

  private static String names(Predicate<Kind> predicate) {
    return all().stream().filter(predicate).map(Kind::name).collect(Collectors.joining("\t"));
  }

  private static List<Kind> all() {
    return KindGroup.ofTheJdkAndApplications().stream()
        .flatMap(group -> group.kinds().stream())
        .toList();
  }
}
