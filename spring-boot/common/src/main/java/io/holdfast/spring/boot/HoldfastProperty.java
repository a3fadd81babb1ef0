package io.holdfast.spring.boot;

import io.holdfast.core.config.Setting;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The property of one attribute of {@code <Manager>}. There is one for each {@link Setting}: its
 * name is that of the attribute in kebab case, and its default is the attribute's.
 *
 * @param setting the attribute
 * @param name of the property, with its prefix
 * @param type how it may be written
 */
record HoldfastProperty(Setting<?> setting, String name, PropertyType type) {

  /** What all names begin with. */
  static final String PREFIX = "holdfast";

  /** The end of the ids of this program's sessions; no attribute of {@code <Manager>}. */
  static final String ROUTE = PREFIX + ".route";

  /** The short name of {@code holdfast.transcoder-factory-class}. */
  static final String SERIALIZER = PREFIX + ".serializer";

  private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

  /** All there are, in the order of the settings. */
  static final List<HoldfastProperty> ALL =
      Arrays.<Setting<?>>stream(Setting.values()).map(HoldfastProperty::of).toList();

  /** The property of an attribute. */
  static HoldfastProperty of(Setting<?> setting) {
    return new HoldfastProperty(setting, PREFIX + '.' + nameOf(setting), typeOf(setting));
  }

  private static String nameOf(Setting<?> setting) {
    return setting.equals(Setting.MEMCACHED_NODES)
        ? "nodes" // all that must be set, so it is short
        : CAPITAL
            .matcher(setting.attribute())
            .replaceAll(letter -> '-' + letter.group().toLowerCase(Locale.ROOT));
  }

  private static PropertyType typeOf(Setting<?> setting) {
    Class<?> type = setting.type();
    if (type == List.class) {
      return PropertyType.LIST;
    }
    if (type == Boolean.class) {
      return PropertyType.FLAG;
    }
    boolean isNumber = type == Integer.class && !"auto".equals(setting.defaultValue());
    return switch (setting.unit()) {
      case "milliseconds" -> PropertyType.MILLIS;
      case "seconds" -> PropertyType.SECONDS;
      case "bytes" -> PropertyType.BYTES;
      case "megabytes" -> PropertyType.MEGABYTES;
      default -> isNumber ? PropertyType.COUNT : PropertyType.TEXT;
    };
  }
}
