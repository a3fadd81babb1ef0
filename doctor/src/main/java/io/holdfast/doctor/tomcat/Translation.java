package io.holdfast.doctor.tomcat;

import io.holdfast.core.config.AttributeNames;
import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.transcoder.TranscoderFactories;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A {@code context.xml} of memcached-session-manager as one of Holdfast. All but its {@code
 * <Manager>} stays as it is, comments and blanks too.
 */
public final class Translation {

  /** What may contain angle brackets comes first, so that no tag is found in it. */
  private static final Pattern TAG =
      Pattern.compile(
          "<!--.*?-->|<!\\[CDATA\\[.*?]]>|<\\?.*?\\?>"
              + "|<Manager(?=[\\s/>])(?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+>",
          Pattern.DOTALL);

  /** What is not ASCII stays as it is, in whatever code the file is. */
  private static final Charset BYTE_BY_BYTE = StandardCharsets.ISO_8859_1;

  private static final String PASSWORD_FILE = "${catalina.base}/conf/memcached.password";

  /** One server, as memcached-session-manager takes it. */
  private static final Pattern REDIS =
      Pattern.compile(
          "(?<scheme>(?i:rediss?)://)(?:(?<user>[A-Za-z0-9_.-]*)(?::(?<password>.*))?@)?"
              + "(?<server>(?:\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9_.-]+)(?::[0-9]{1,5})?)/?0?");

  private final Map<String, String> attributes = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();
  private final String whole;
  private final String element;

  private Translation(String text, MatchResult tag, ManagerElement manager) {
    manager.attributes().forEach(this::take);
    dropWhatDoesNotFit();
    this.element = written(tag.group().endsWith("/>") ? "/>" : ">");
    this.whole = text.substring(0, tag.start()) + element + text.substring(tag.end());
  }

  /**
   * Translates a file.
   *
   * @throws IOException if it is no XML, has a DOCTYPE, or none or several {@code <Manager>} of
   *     memcached-session-manager, or one for another store; the message says so
   */
  public static Translation of(byte[] file) throws IOException {
    List<ManagerElement> managers =
        XmlFile.parse(file).elements("Manager").stream()
            .map(each -> ManagerElement.of("", each))
            .toList();
    if (managers.size() != 1 || !managers.get(0).isOfMsm()) {
      throw new IOException("it must have one <Manager>, of memcached-session-manager");
    }
    String nodes = managers.get(0).attributes().getOrDefault("memcachedNodes", "").strip();
    if (nodes.contains("://") && !REDIS.matcher(nodes).matches()) {
      throw new IOException(
          "its memcachedNodes are neither memcached nor one Redis with sessions in the database 0;"
              + " write the attributes by hand, as in docs/valkey.html#addresses");
    }
    String text = new String(file, BYTE_BY_BYTE);
    return new Translation(text, tag(text), managers.get(0));
  }

  private static MatchResult tag(String text) throws IOException {
    return TAG.matcher(text)
        .results()
        .filter(found -> found.group().startsWith("<Manager"))
        .findFirst()
        .orElseThrow(() -> new IOException("it must be in UTF-8 or in another code with ASCII"));
  }

  /** The whole file. It may contain passwords of other elements. */
  public byte[] whole() {
    return whole.getBytes(BYTE_BY_BYTE);
  }

  /** The start of its {@code <Manager>}, without password. */
  public String element() {
    return element;
  }

  /** What is different now, and what is to be done. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  private void take(String name, String value) {
    String remedy = AttributeNames.inPlaceOf(name);
    if (remedy != null) {
      notes.add("%s=\"%s\" is left out: %s".formatted(name, value, remedy));
      return;
    }
    switch (name) {
      case "className" -> attributes.put(name, ManagerElement.HOLDFAST);
      case "memcachedNodes" -> takeNodes(value);
      case "requestUriIgnorePattern" -> takeIgnorePattern(value);
      case "transcoderFactoryClass" -> takeTranscoder(value);
      case "password" -> {
        attributes.put("passwordFile", PASSWORD_FILE);
        notes.add(
            "write the password into the first line of conf/memcached.password, and chmod 600 it:"
                + " no password needs to stand in a context.xml");
      }
      case "customConverter" ->
          notes.add(
              "customConverter is left out: converters of memcached-session-manager do not fit;"
                  + " what they made possible needs none here");
      default -> attributes.put(name, value);
    }
  }

  private void takeNodes(String value) {
    Matcher redis = REDIS.matcher(value.strip());
    if (redis.matches()) {
      takeRedis(redis);
      return;
    }
    String source = DiscoverySettings.inPlaceOf(value);
    attributes.put("memcachedNodes", source == null ? value : source);
    if (source != null) {
      notes.add("the nodes of the cluster are found by its configuration endpoint, as before");
    }
  }

  private void takeRedis(Matcher redis) {
    attributes.put(
        "memcachedNodes", redis.group("scheme").toLowerCase(Locale.ROOT) + redis.group("server"));
    notes.add(
        "put the jar of the distribution's folder valkey into tomcat/lib as well; Redis 6.2 or later"
            + " is needed, see docs/valkey.html#what-a-node-must-be");
    if (redis.group("password") != null) {
      String user = redis.group("user");
      attributes.put("username", user.isEmpty() ? "default" : user);
      attributes.put("passwordFile", PASSWORD_FILE);
      notes.add(
          "write the password of memcachedNodes, as the server has it, into the first line of"
              + " conf/memcached.password, and chmod 600 it: no address has a password");
    }
  }

  /** A query is matched too: with {@code .*} a client could have any request ignored. */
  private void takeIgnorePattern(String value) {
    String safe = value.replaceFirst("^(\\^?)\\.\\*(?=\\\\\\.|\\()", "$1[^?]*");
    attributes.put("requestUriIgnorePattern", safe);
    if (!safe.equals(value)) {
      notes.add(
          "requestUriIgnorePattern begins with [^?]* in place of .*: a query is matched too, and a"
              + " client could have any request ignored; try it with URIs that have a query");
    }
  }

  private void takeTranscoder(String value) {
    String successor = TranscoderFactories.successorOf(value);
    if (successor.equals(value) && value.startsWith("de.javakaffee.")) {
      notes.add(
          "transcoderFactoryClass=\"%s\" is left out, it has no successor; without it, it is \"java\""
              .formatted(value));
    } else {
      attributes.put("transcoderFactoryClass", successor);
    }
  }

  private void dropWhatDoesNotFit() {
    boolean isSticky =
        !attributes.getOrDefault("sticky", "true").strip().toLowerCase(Locale.ROOT).equals("false");
    if (isSticky) {
      String locking = attributes.getOrDefault("lockingMode", "none");
      if (!locking.strip().equalsIgnoreCase("none")) {
        attributes.remove("lockingMode");
        notes.add(
            "lockingMode=\"%s\" is left out: it meant nothing for sticky sessions"
                .formatted(locking));
      }
    } else {
      String failover = attributes.remove("failoverNodes");
      if (failover != null) {
        notes.add(
            "failoverNodes=\"%s\" is left out: sessions that are not sticky have no failover nodes"
                .formatted(failover));
      }
      if (attributes.containsKey("lockingMode")) {
        notes.add(
            "a request whose wait for its session times out is refused now;"
                + " onLockTimeout=\"proceed\" lets it go on without the lock, as before");
      }
    }
    notes.add(
        "name classes of libraries that sessions hold in allowedClasses; the log of a test says"
            + " which");
  }

  private String written(String end) {
    return attributes.entrySet().stream()
        .map(each -> each.getKey() + "=\"" + escaped(each.getValue()) + "\"")
        .collect(Collectors.joining("\n           ", "<Manager ", end));
  }

  private static String escaped(String value) {
    StringBuilder escaped = new StringBuilder();
    value
        .codePoints()
        .forEach(
            point -> {
              boolean isPlain = point >= ' ' && point < 127 && "&<\"".indexOf(point) < 0;
              escaped.append(isPlain ? Character.toString(point) : "&#" + point + ";");
            });
    return escaped.toString();
  }
}
