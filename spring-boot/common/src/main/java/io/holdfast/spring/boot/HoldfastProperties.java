package io.holdfast.spring.boot;

import io.holdfast.core.config.AttributeNames;
import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.Setting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;

/** The properties {@code holdfast.*} of a program, from wherever Spring Boot takes properties. */
final class HoldfastProperties {

  private static final ConfigurationPropertyName PREFIX =
      ConfigurationPropertyName.of(HoldfastProperty.PREFIX);
  private static final Set<ConfigurationPropertyName> KNOWN = known();

  private final Environment environment;

  HoldfastProperties(Environment environment) {
    this.environment = environment;
  }

  private static Set<ConfigurationPropertyName> known() {
    Set<ConfigurationPropertyName> names = new HashSet<>();
    HoldfastProperty.ALL.forEach(each -> names.add(ConfigurationPropertyName.of(each.name())));
    names.add(ConfigurationPropertyName.of(HoldfastProperty.ROUTE));
    names.add(ConfigurationPropertyName.of(HoldfastProperty.SERIALIZER));
    return Set.copyOf(names);
  }

  /**
   * Those that are set, as the text that the attributes of {@code <Manager>} have.
   *
   * @throws org.springframework.boot.context.properties.bind.BindException naming the property
   *     whose value has not the form of its type, and where it is set
   */
  Map<Setting<?>, String> given() {
    Binder binder = Binder.get(environment);
    Map<Setting<?>, String> given = new TreeMap<>();
    for (HoldfastProperty property : HoldfastProperty.ALL) {
      String text = property.type().read(binder, property.name());
      if (text != null) {
        given.put(property.setting(), text);
      }
    }
    String serializer = serializer();
    if (serializer != null) {
      given.putIfAbsent(Setting.TRANSCODER_FACTORY_CLASS, serializer);
    }
    return given;
  }

  private @Nullable String serializer() {
    return PropertyType.TEXT.read(Binder.get(environment), HoldfastProperty.SERIALIZER);
  }

  /** The end of this program's session ids; null if it is not set, or empty as {@code ${POD:}}. */
  @Nullable String route() {
    String route =
        Binder.get(environment).bind(HoldfastProperty.ROUTE, String.class).orElse("").strip();
    return route.isEmpty() ? null : route;
  }

  /**
   * Returns an error for each unknown property, with the nearest known one, and for a property that
   * is set by both of its names: the application would start with an unwanted default. Environment
   * variables are not checked: their names do not show where a word ends, and other programs set
   * them, too.
   */
  List<ConfigurationException> unknown() {
    List<ConfigurationException> unknown = new ArrayList<>();
    String whole = HoldfastProperty.of(Setting.TRANSCODER_FACTORY_CLASS).name();
    String serializer = serializer();
    if (serializer != null && PropertyType.TEXT.read(Binder.get(environment), whole) != null) {
      unknown.add(
          ConfigurationException.of(
              HoldfastProperty.SERIALIZER,
              serializer,
              "it is the short name of %s, which is set, too; take one of them out"
                  .formatted(whole)));
    }
    UnboundElementsSourceFilter isOfTheProgram = new UnboundElementsSourceFilter();
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      if (isOfTheProgram.apply(source) && source instanceof IterableConfigurationPropertySource i) {
        i.stream()
            .filter(PREFIX::isAncestorOf)
            .filter(name -> !KNOWN.contains(whole(name)))
            .forEach(name -> unknown.add(refusal(name)));
      }
    }
    return unknown;
  }

  private static List<String> names() {
    return KNOWN.stream().map(ConfigurationPropertyName::toString).toList();
  }

  private static ConfigurationPropertyName whole(ConfigurationPropertyName name) {
    return name.isLastElementIndexed() ? name.getParent() : name;
  }

  private static ConfigurationException refusal(ConfigurationPropertyName name) {
    String nearest = AttributeNames.nearest(whole(name).toString(), names());
    return ConfigurationException.of(
        name.toString(),
        "",
        nearest == null
            ? "there is no such property; correct its name, or take it out"
            : "there is no such property; did you mean %s?".formatted(nearest));
  }
}
