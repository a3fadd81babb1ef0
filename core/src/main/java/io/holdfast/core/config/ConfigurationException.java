package io.holdfast.core.config;

/** An attribute of the configuration is wrong; the message says what would be right. */
public final class ConfigurationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String attribute;
  private final String value;
  private final String remedy;

  /**
   * Creates the exception.
   *
   * @param setting the attribute
   * @param value its value; not shown where the attribute is secret
   * @param remedy what would be right, in words that follow a colon
   */
  public ConfigurationException(Setting setting, String value, String remedy) {
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
