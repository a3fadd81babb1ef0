package io.holdfast.spring.boot;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.Setting;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;

/**
 * Tells an operator which property is wrong, in the form that Spring Boot has for its own: the
 * property, its value unless it is secret, where it is set, and what would be right.
 */
final class ConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<ConfigurationException> {

  /** The attribute of an {@code <Engine>} for which there is a property. */
  private static final String ROUTE_OF_ENGINE = "jvmRoute";

  private final Environment environment;

  /** Made by Spring Boot. */
  ConfigurationFailureAnalyzer(Environment environment) {
    this.environment = environment;
  }

  @Override
  protected FailureAnalysis analyze(Throwable failure, ConfigurationException cause) {
    return new FailureAnalysis(
        "Sessions cannot be backed up with these properties:"
            + cause.each().stream().map(this::described).collect(Collectors.joining()),
        "Update your application's configuration. With holdfast.enabled=false sessions are kept in"
            + " this process only.",
        cause);
  }

  private String described(ConfigurationException mistake) {
    String name = property(mistake.attribute());
    StringBuilder description = new StringBuilder("\n\n    Property: ").append(name);
    if (!mistake.value().isEmpty()) {
      description.append("\n    Value: \"").append(mistake.value()).append('"');
    }
    Origin origin = origin(name);
    if (origin != null) {
      description.append("\n    Origin: ").append(origin);
    }
    return description.append("\n    Reason: ").append(inProperties(mistake.remedy())).toString();
  }

  private static String property(String attribute) {
    if (attribute.equals(ROUTE_OF_ENGINE)) {
      return HoldfastProperty.ROUTE;
    }
    for (HoldfastProperty each : HoldfastProperty.ALL) {
      if (each.setting().attribute().equals(attribute)) {
        return each.name();
      }
    }
    return attribute; // one that does not exist, or is not Holdfast's
  }

  /**
   * Puts properties in place of attributes; an attribute of one small word may be just a word,
   * unless it has a value.
   */
  private static String inProperties(String remedy) {
    String text = remedy.replaceAll("\\battribute\\b", "property");
    for (Setting<?> setting : Setting.values()) {
      String attribute = setting.attribute();
      text =
          text.replaceAll(
              "(?<![\\w.-])" + attribute + "=\"([^\"]*)\"",
              HoldfastProperty.of(setting).name() + "=$1");
      if (attribute.chars().anyMatch(Character::isUpperCase)) {
        text = text.replaceAll("\\b" + attribute + "\\b", HoldfastProperty.of(setting).name());
      }
    }
    return text;
  }

  private @Nullable Origin origin(String name) {
    ConfigurationPropertyName whole = ConfigurationPropertyName.ofIfValid(name);
    if (whole == null) {
      return null;
    }
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      ConfigurationProperty property = source.getConfigurationProperty(whole);
      if (property == null && !whole.isLastElementIndexed()) {
        property = source.getConfigurationProperty(whole.append("[0]")); // a list of YAML
      }
      if (property != null) {
        return property.getOrigin();
      }
    }
    return null;
  }
}
