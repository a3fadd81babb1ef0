package io.holdfast.tomcat;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.Setting;
import io.holdfast.core.log.Loggers;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What stands at an element of Tomcat's configuration and fits no setter of its class. Tomcat's
 * digester hands such attributes to {@code setProperty(String, String)} where there is one, else it
 * writes a warning and goes on: {@code stiky="false"} would start with sticky sessions.
 */
final class UnknownAttributes {

  private static final System.Logger LOG = Loggers.of(UnknownAttributes.class);
  private static final int MOST_MISTAKES = 4;

  /** Attributes of memcached-session-manager and of older Tomcats that do nothing now. */
  private static final Map<String, String> OBSOLETE =
      Map.of(
          "activeNodeIndex", "the nodes of a session follow from its id; leave it out",
          "checkInterval", "processExpiresFrequency says how often sessions are checked",
          "debug", "set the level of io.holdfast in logging.properties",
          "distributable", "write <distributable/> into web.xml",
          "maxInactiveInterval", "write <session-timeout> into web.xml",
          "maxReconnectDelay", "a lost node is asked again in the background; leave it out",
          "sessionIdLength", "write <SessionIdGenerator sessionIdLength=\"…\"/> into <Manager>");

  private final Class<?> owner;
  private final Map<String, String> given = new LinkedHashMap<>();

  /**
   * Knows of none yet.
   *
   * @param owner whose setters are the attributes that there are
   */
  UnknownAttributes(Class<?> owner) {
    this.owner = owner;
  }

  /** Remembers an attribute that no setter has taken; the name of the class is for the digester. */
  synchronized void add(String name, String value) {
    if (!name.equals("className")) {
      given.put(name, value);
    }
  }

  /**
   * Refuses the first that is wrong; those that meant something to memcached-session-manager are
   * named once in the log, with what to do.
   *
   * @throws ConfigurationException naming the attribute, its value and the nearest that there is
   */
  synchronized void check() {
    Map<String, Class<?>> known = setters();
    given.forEach((name, value) -> check(name, value, known));
    given.clear();
  }

  private void check(String name, String value, Map<String, Class<?>> known) {
    String remedy = OBSOLETE.get(name);
    if (remedy != null) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0}=\"{1}\" at <{2}> does nothing: {3}",
          name,
          value,
          owner.getSimpleName(),
          remedy);
      return;
    }
    Class<?> type = known.get(name);
    String nearest = nearest(name, known.keySet());
    throw ConfigurationException.of(
        name,
        isSecret(name, nearest) ? "***" : value,
        type != null
            ? "use a value of type " + type.getSimpleName()
            : nearest != null
                ? "there is no such attribute; did you mean " + nearest + "?"
                : "there is no such attribute");
  }

  private static boolean isSecret(String name, @Nullable String nearest) {
    return Setting.PASSWORD.attribute().equals(nearest)
        || name.toLowerCase(Locale.ROOT).contains("pass");
  }

  /** The attributes that there are, with the types of their setters. */
  private Map<String, Class<?>> setters() {
    Map<String, Class<?>> setters = new TreeMap<>();
    for (Method method : owner.getMethods()) {
      String name = method.getName();
      if (name.startsWith("set") && name.length() > 3 && method.getParameterCount() == 1) {
        Class<?> type = method.getParameterTypes()[0];
        if (type.isPrimitive() || type == String.class) {
          setters.put(Character.toLowerCase(name.charAt(3)) + name.substring(4), type);
        }
      }
    }
    return setters;
  }

  private static @Nullable String nearest(String name, Set<String> known) {
    Map<Integer, Set<String>> byDistance = new TreeMap<>();
    for (String each : known) {
      int distance = distance(name.toLowerCase(Locale.ROOT), each.toLowerCase(Locale.ROOT));
      byDistance.computeIfAbsent(distance, unused -> new TreeSet<>()).add(each);
    }
    return byDistance.entrySet().stream()
        .filter(entry -> entry.getKey() <= Math.min(MOST_MISTAKES, name.length() / 2))
        .flatMap(entry -> entry.getValue().stream())
        .findFirst()
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
