package io.holdfast.doctor;

import io.holdfast.core.config.Setting;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the command is to do.
 *
 * @param nodes to ask; null for none
 * @param attributes of {@code <Manager>} that hold for these, with them, or for a comparison
 * @param tomcat to look at; null for none
 * @param home of that, if it is another folder
 * @param translated the file to translate; null for none
 * @param to the file to write that to; null to print it
 * @param oldWar the version of an application to compare; null for none
 * @param newWar the version that replaces it
 */
record CommandLine(
    @Nullable String nodes,
    Map<String, String> attributes,
    @Nullable Path tomcat,
    @Nullable Path home,
    @Nullable Path translated,
    @Nullable Path to,
    @Nullable Path oldWar,
    @Nullable Path newWar) {

  static final String USAGE =
      """
      --nodes NODES [NAME=VALUE...]   asks nodes, as memcachedNodes names them; NAME is an
                                      attribute of <Manager>, such as tls, tlsCaFile, passwordFile
      --tomcat DIR [--home DIR]       looks at a Tomcat's jars and configuration, and asks the nodes
                                      that it names; --home where CATALINA_HOME is another folder
      --translate FILE [--to FILE]    prints the <Manager> of a context.xml of
                                      memcached-session-manager as Holdfast's, or writes the whole
      --compare OLD.war NEW.war [transcoderFactoryClass=NAME] [allowedClasses=NAMES]
                                      says which classes of sessions one version of an application
                                      does not read when the other one has written them
      --help                          prints this text
      Status 0: nothing is wrong; 1: something is; 2: this text.
      """;

  private static final String OLD = "OLD.war";
  private static final String NEW = "NEW.war";
  private static final List<String> OF_COMPARISON =
      List.of(Setting.TRANSCODER_FACTORY_CLASS.attribute(), Setting.ALLOWED_CLASSES.attribute());

  /** The arguments are no command; the message says why. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message);
    }
  }

  static CommandLine parse(List<String> arguments) throws Refused {
    Map<String, String> options = new LinkedHashMap<>();
    Map<String, String> attributes = new LinkedHashMap<>();
    Deque<String> left = new ArrayDeque<>(arguments);
    while (!left.isEmpty()) {
      String argument = left.remove();
      switch (argument) {
        case "--nodes", "--tomcat", "--home", "--translate", "--to" ->
            options.put(argument, value(argument, left));
        case "--compare" -> {
          for (String version : List.of(OLD, NEW)) {
            options.put(version, value(argument, left));
          }
        }
        default -> takeAttribute(argument, attributes);
      }
    }
    String nodes = options.get("--nodes");
    if (nodes != null) {
      attributes.put(Setting.MEMCACHED_NODES.attribute(), nodes);
    } else if (!options.containsKey(OLD) && !attributes.isEmpty()) {
      throw new Refused("attributes need --nodes; for --tomcat they are in its files");
    }
    CommandLine command =
        new CommandLine(
            nodes,
            attributes,
            path(options, "--tomcat"),
            path(options, "--home"),
            path(options, "--translate"),
            path(options, "--to"),
            path(options, OLD),
            path(options, NEW));
    command.check();
    return command;
  }

  private static String value(String option, Deque<String> left) throws Refused {
    String value = left.poll();
    if (value == null || value.startsWith("--")) {
      throw new Refused(
          option + (option.equals("--compare") ? " needs two files" : " needs a value"));
    }
    return value;
  }

  private void check() throws Refused {
    boolean examines = nodes != null || tomcat != null;
    boolean compares = oldWar != null;
    if (Stream.of(examines, compares, translated != null).filter(each -> each).count() != 1) {
      throw new Refused(
          "say what to do: --nodes, --tomcat, both of them, --translate or --compare");
    }
    if (compares && !OF_COMPARISON.containsAll(attributes.keySet())) {
      throw new Refused("--compare takes no attributes but " + String.join(", ", OF_COMPARISON));
    }
    if (home != null && tomcat == null) {
      throw new Refused("--home needs --tomcat");
    }
    if (to != null && translated == null) {
      throw new Refused("--to needs --translate");
    }
  }

  private static void takeAttribute(String argument, Map<String, String> attributes)
      throws Refused {
    int equals = argument.indexOf('=');
    if (equals < 1 || argument.startsWith("-")) {
      throw new Refused("there is no option " + argument.replaceFirst("=.*", ""));
    }
    String name = argument.substring(0, equals);
    boolean isSecret =
        Setting.PASSWORD.attribute().equals(name)
            || Setting.TLS_TRUST_STORE_PASSWORD.attribute().equals(name);
    if (isSecret) {
      throw new Refused(
          name
              + " is not taken here, where every user of the machine can see it; use passwordFile,"
              + " or tlsCaFile");
    }
    attributes.put(name, argument.substring(equals + 1));
  }

  private static @Nullable Path path(Map<String, String> options, String name) throws Refused {
    String value = options.get(name);
    try {
      return value == null ? null : Path.of(value);
    } catch (InvalidPathException e) {
      throw new Refused(name + ": this is no path: " + e.getReason());
    }
  }
}
