package io.holdfast.core.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What to say of attributes that an element of Tomcat's configuration does not have. */
public final class AttributeNames {

  private static final int MOST_MISTAKES = 4;

  /** Attributes of memcached-session-manager and of older Tomcats that do nothing now. */
  private static final Map<String, String> OBSOLETE =
      Map.of(
          "activeNodeIndex", "the nodes of a session follow from its id; leave it out",
          "checkInterval", "processExpiresFrequency says how often sessions are checked",
          "debug", "set the level of io.holdfast in logging.properties",
          "distributable", "write <distributable/> into web.xml",
          "maxInactiveInterval", "write <session-timeout> into web.xml",
          "sessionTimeout", "write <session-timeout> into web.xml",
          "maxReconnectDelay", "a lost node is polled in the background; leave it out",
          "sessionIdLength", "write <SessionIdGenerator sessionIdLength=\"…\"/> into <Manager>");

  private AttributeNames() {}

  /**
   * What to do in place of an attribute of memcached-session-manager or an older Tomcat, or null.
   */
  public static @Nullable String inPlaceOf(String name) {
    return OBSOLETE.get(name);
  }

  /** What is wrong with nodes that are given twice, by both names of the attribute. */
  public static ConfigurationException nodesTwice(String name, String value) {
    String usual = Setting.MEMCACHED_NODES.attribute();
    return ConfigurationException.of(
        name,
        Setting.MEMCACHED_NODES.shownInError(value),
        "%s is set as well, and is the same attribute; leave one of them out"
            .formatted(name.equals(usual) ? Setting.NODES_ALIAS : usual));
  }

  /**
   * What is wrong with an attribute that no setter takes. A value that may be a password is not in
   * the message.
   *
   * @return names the attribute, its value and the nearest attribute that there is, or the type of
   *     the values that are right
   */
  public static ConfigurationException refusal(
      String name, String value, Map<String, Class<?>> known) {
    Class<?> type = known.get(name);
    String nearest = nearest(name, known.keySet());
    boolean isSecret =
        Setting.PASSWORD.attribute().equals(nearest)
            || name.toLowerCase(Locale.ROOT).contains("pass");
    return ConfigurationException.of(
        name,
        isSecret ? "***" : value,
        type != null
            ? "use a value of type " + type.getSimpleName()
            : nearest != null
                ? "there is no such attribute; did you mean " + nearest + "?"
                : "there is no such attribute");
  }

  /** Returns the known name nearest to an unknown one, for an error text; null if none is near. */
  public static @Nullable String nearest(String name, Collection<String> known) {
    ToIntFunction<String> distance =
        each -> distance(name.toLowerCase(Locale.ROOT), each.toLowerCase(Locale.ROOT));
    return known.stream()
        .filter(each -> distance.applyAsInt(each) <= Math.min(MOST_MISTAKES, name.length() / 2))
        .min(Comparator.comparingInt(distance).thenComparing(Comparator.naturalOrder()))
        .orElse(null);
  }

  /** How many letters must be put in, left out or replaced: the distance of Levenshtein. */
  private static int distance(String one, String other) {
    int[] row = IntStream.rangeClosed(0, other.length()).toArray();
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[other.length()];
  }
}
