package io.holdfast.doctor.tomcat;

import io.holdfast.core.config.AttributeNames;
import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.config.TomcatAttributes;
import io.holdfast.core.seal.KeyFile;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.doctor.finding.Findings;
import io.holdfast.sessions.runtime.ClientSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Checks the attributes of a {@code <Manager>} of Holdfast as the manager does when it starts. */
public final class ManagerCheck {

  private final Findings findings;
  private final LongSupplier nanoTime;
  private final Map<String, Class<?>> known;

  /**
   * What a configuration that is in order means.
   *
   * @param configuration the attributes
   * @param client how a Tomcat with them speaks to its nodes
   */
  public record Checked(SessionConfiguration configuration, ConnectionSettings client) {}

  /**
   * Creates it.
   *
   * @param nanoTime as {@link System#nanoTime}
   * @param line of Tomcat, such as {@code 10.1}; empty if it is not known
   */
  public ManagerCheck(Findings findings, LongSupplier nanoTime, String line) {
    this.findings = findings;
    this.nanoTime = nanoTime;
    this.known = KnownAttributes.of(line);
  }

  /**
   * Says what is wrong, in the words of the manager.
   *
   * @param place where the attributes are from
   * @param attributes without placeholders
   * @return null if they cannot be used, or {@code enabled="false"} makes that needless
   */
  public @Nullable Checked check(String place, Map<String, String> attributes) {
    try {
      List<ConfigurationException> mistakes = new ArrayList<>();
      Map<Setting<?>, String> settings = settings(place, attributes, mistakes);
      SessionConfiguration configuration = ConfigurationParser.parseIfEnabled(settings, mistakes);
      if (configuration == null) {
        findings.warn(place, "enabled=\"false\": sessions are not backed up");
        return null;
      }
      ConnectionSettings client = ClientSettings.of(configuration);
      configuration.find(Setting.ENCRYPTION_KEY_FILE).ifPresent(this::checkKeys);
      findings.fine(place, "the attributes of <Manager> are in order");
      return new Checked(configuration, client);
    } catch (ConfigurationException e) {
      e.inNamesOf(attributes.keySet())
          .each()
          .forEach(each -> findings.wrong(place, String.valueOf(each.getMessage())));
      return null;
    }
  }

  /** Those of Holdfast; what is wrong with others is added to the mistakes. */
  private Map<Setting<?>, String> settings(
      String place, Map<String, String> attributes, List<ConfigurationException> mistakes) {
    Map<Setting<?>, String> settings = new TreeMap<>();
    attributes.forEach(
        (name, value) -> {
          Setting<?> setting = Setting.find(name).orElse(null);
          if (setting != null) {
            if (settings.put(setting, value) != null) {
              mistakes.add(AttributeNames.nodesTwice(name, value));
            }
          } else if (!name.equals("className")) {
            try {
              checkOther(place, name, value);
            } catch (ConfigurationException e) {
              mistakes.add(e);
            }
          }
        });
    return settings;
  }

  private void checkOther(String place, String name, String value) {
    String remedy = AttributeNames.inPlaceOf(name);
    if (remedy != null) {
      findings.warn(place, "%s=\"%s\" does nothing: %s".formatted(name, value, remedy));
    } else if (!isTaken(value, known.get(name))) {
      throw AttributeNames.refusal(name, value, known);
    } else {
      TomcatAttributes.check(name, value);
    }
  }

  /** Returns whether Tomcat can make a value of it. */
  private static boolean isTaken(String value, @Nullable Class<?> type) {
    return type == String.class
        || type == boolean.class
        || (type == int.class && value.matches("[+-]?\\d{1,9}"))
        || (type == long.class && value.matches("[+-]?\\d{1,18}"));
  }

  private void checkKeys(Path keyFile) {
    try {
      var unused = KeyFile.open(keyFile, nanoTime);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          Setting.ENCRYPTION_KEY_FILE, keyFile.toString(), String.valueOf(e.getMessage()));
    }
  }
}
