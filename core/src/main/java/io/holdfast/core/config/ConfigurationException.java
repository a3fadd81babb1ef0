package io.holdfast.core.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An attribute of the configuration is wrong, or several are; the message says of each what would
 * be right. The getters are of the first.
 */
public final class ConfigurationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String attribute;
  private final String value;
  private final String remedy;

  /** The other attributes that are wrong. */
  private final ArrayList<ConfigurationException> others = new ArrayList<>();

  /**
   * Creates the exception.
   *
   * @param setting the attribute
   * @param value its value; not shown where the attribute is secret
   * @param remedy what would be right, in words that follow a colon
   */
  public ConfigurationException(Setting<?> setting, String value, String remedy) {
    this(setting.attribute(), setting.shownInError(value), remedy);
  }

  private ConfigurationException(String attribute, String value, String remedy) {
    super("%s=\"%s\": %s".formatted(attribute, value, remedy));
    this.attribute = attribute;
    this.value = value;
    this.remedy = remedy;
  }

  /**
   * For an attribute that is not Holdfast's, or does not exist.
   *
   * @param attribute its name
   * @param value its value, as it may be shown; credentials of a URL are left out
   * @param remedy what would be right, in words that follow a colon
   */
  public static ConfigurationException of(String attribute, String value, String remedy) {
    return new ConfigurationException(attribute, Credentials.hiddenInUrl(value), remedy);
  }

  /** For {@code memcachedNodes}. */
  static ConfigurationException ofNodes(String value, String remedy) {
    return new ConfigurationException(Setting.MEMCACHED_NODES, value, remedy);
  }

  private ConfigurationException(List<ConfigurationException> each) {
    super(
        each.stream()
            .map(one -> "\n  " + one.getMessage())
            .collect(Collectors.joining("", each.size() + " attributes are wrong:", "")));
    this.attribute = each.get(0).attribute;
    this.value = each.get(0).value;
    this.remedy = each.get(0).remedy;
    others.addAll(each.subList(1, each.size()));
  }

  /**
   * Throws one exception for all mistakes of a configuration.
   *
   * @param mistakes each of one attribute; none if nothing is wrong
   * @throws ConfigurationException if there is a mistake
   */
  public static void throwIfAny(List<ConfigurationException> mistakes) {
    if (mistakes.size() == 1) {
      throw mistakes.get(0);
    }
    if (!mistakes.isEmpty()) {
      throw new ConfigurationException(mistakes);
    }
  }

  /** Each mistake, one attribute in each; this exception alone if there is one. */
  public List<ConfigurationException> each() {
    if (others.isEmpty()) {
      return List.of(this);
    }
    List<ConfigurationException> all = new ArrayList<>(others);
    all.add(0, new ConfigurationException(attribute, value, remedy));
    return all;
  }

  /**
   * The same mistakes in the words of who wrote the nodes as {@code nodes}.
   *
   * @param written the names of the attributes that were given
   */
  public ConfigurationException inNamesOf(Collection<String> written) {
    String usual = Setting.MEMCACHED_NODES.attribute();
    String alias = Setting.NODES_ALIAS;
    if (written.contains(usual) || !written.contains(alias)) {
      return this;
    }
    List<ConfigurationException> renamed =
        each().stream()
            .map(
                one ->
                    new ConfigurationException(
                        one.attribute.equals(usual) ? alias : one.attribute,
                        one.value,
                        one.remedy.replace(usual, alias)))
            .toList();
    return renamed.size() == 1 ? renamed.get(0) : new ConfigurationException(renamed);
  }

  /** The name of the XML attribute. */
  public String attribute() {
    return attribute;
  }

  /** The value that is wrong, as it may be shown; empty if there is none. */
  public String value() {
    return value;
  }

  /** What would be right, in words that follow a colon. */
  public String remedy() {
    return remedy;
  }
}
