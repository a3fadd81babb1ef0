package io.holdfast.core.config;

import java.io.Serializable;
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

  /** At least one. */
  private final ArrayList<Mistake> mistakes;

  private record Mistake(String attribute, String value, String remedy) implements Serializable {

    @Override
    public String toString() {
      return "%s=\"%s\": %s".formatted(attribute, value, remedy);
    }
  }

  /** Creates it; the remedy is words that follow a colon. The value of a secret is not shown. */
  public ConfigurationException(Setting<?> setting, String value, String remedy) {
    this(List.of(new Mistake(setting.attribute(), setting.shownInError(value), remedy)));
  }

  private ConfigurationException(List<Mistake> mistakes) {
    super(
        mistakes.size() == 1
            ? mistakes.get(0).toString()
            : mistakes.stream()
                .map(one -> "\n  " + one)
                .collect(Collectors.joining("", mistakes.size() + " attributes are wrong:", "")));
    this.mistakes = new ArrayList<>(mistakes);
  }

  /** For an attribute that is not Holdfast's, or does not exist; hides credentials in a URL. */
  public static ConfigurationException of(String attribute, String value, String remedy) {
    return new ConfigurationException(
        List.of(new Mistake(attribute, Credentials.hiddenInUrl(value), remedy)));
  }

  /** Throws one exception for all mistakes of a configuration, if there are any. */
  public static void throwIfAny(List<ConfigurationException> mistakes) {
    if (mistakes.size() == 1) {
      throw mistakes.get(0);
    }
    if (!mistakes.isEmpty()) {
      throw new ConfigurationException(
          mistakes.stream().flatMap(each -> each.mistakes.stream()).toList());
    }
  }

  /** Each mistake, one attribute in each; this exception alone if there is one. */
  public List<ConfigurationException> each() {
    return mistakes.size() == 1
        ? List.of(this)
        : mistakes.stream().map(one -> new ConfigurationException(List.of(one))).toList();
  }

  /** The same mistakes in the words of who wrote the nodes as {@code nodes}. */
  public ConfigurationException inNamesOf(Collection<String> written) {
    String usual = Setting.MEMCACHED_NODES.attribute();
    String alias = Setting.NODES_ALIAS;
    if (written.contains(usual) || !written.contains(alias)) {
      return this;
    }
    return new ConfigurationException(
        mistakes.stream()
            .map(
                one ->
                    new Mistake(
                        one.attribute.equals(usual) ? alias : one.attribute,
                        one.value,
                        one.remedy.replace(usual, alias)))
            .toList());
  }

  /** The name of the XML attribute. */
  public String attribute() {
    return mistakes.get(0).attribute;
  }

  /** The value that is wrong, as it may be shown; empty if there is none. */
  public String value() {
    return mistakes.get(0).value;
  }

  /** What would be right, in words that follow a colon. */
  public String remedy() {
    return mistakes.get(0).remedy;
  }
}
