package io.holdfast.core.transcoder;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.List;
import java.util.Map;

/**
 * Finds the {@link TranscoderFactory} that {@code transcoderFactoryClass} names: a short name, a
 * class name, or one of the class names that memcached-session-manager used.
 */
public final class TranscoderFactories {

  private static final Map<String, String> SHORT_NAMES =
      Map.of(
          "java", "io.holdfast.serializer.java.JavaTranscoderFactory",
          "kryo", "io.holdfast.serializer.kryo.KryoTranscoderFactory",
          "xstream", "io.holdfast.serializer.xstream.XStreamTranscoderFactory",
          "javolution", "io.holdfast.serializer.javolution.JavolutionTranscoderFactory");

  private static final Map<String, String> MSM_NAMES =
      Map.of(
          "de.javakaffee.web.msm.JavaSerializationTranscoderFactory", "java",
          "de.javakaffee.web.msm.serializer.kryo.KryoTranscoderFactory", "kryo",
          "de.javakaffee.web.msm.serializer.xstream.XStreamTranscoderFactory", "xstream",
          "de.javakaffee.web.msm.serializer.javolution.JavolutionTranscoderFactory", "javolution");

  private static final System.Logger LOG = Loggers.of(TranscoderFactories.class);

  private TranscoderFactories() {}

  /**
   * Instantiates the factory.
   *
   * @param name the value of {@code transcoderFactoryClass}
   * @param loader where the serializer's jars are, normally the loader of Holdfast itself
   * @throws TranscoderException with reason {@link Reason#UNUSABLE}, naming the jar that is missing
   */
  public static TranscoderFactory find(String name, ClassLoader loader) {
    String shortName = MSM_NAMES.getOrDefault(name, name);
    if (!shortName.equals(name)) {
      LOG.log(
          System.Logger.Level.INFO,
          "transcoderFactoryClass=\"{0}\" is a class of memcached-session-manager; using its"
              + " successor, transcoderFactoryClass=\"{1}\"",
          name,
          shortName);
    }
    String className = SHORT_NAMES.getOrDefault(shortName, shortName);
    try {
      return Class.forName(className, true, loader)
          .asSubclass(TranscoderFactory.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      throw new TranscoderException(
          Reason.UNUSABLE, missing(shortName, className) + others(shortName, loader), e);
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new TranscoderException(
          Reason.UNUSABLE,
          "%s must be a public class with a constructor without parameters that implements %s"
              .formatted(className, TranscoderFactory.class.getName()),
          e);
    }
  }

  /** The serializers that are there, of whose folder an operator has copied the jars. */
  private static String others(String shortName, ClassLoader loader) {
    List<String> there =
        SHORT_NAMES.entrySet().stream()
            .filter(entry -> !entry.getKey().equals(shortName) && isThere(entry.getValue(), loader))
            .map(entry -> "transcoderFactoryClass=\"%s\"".formatted(entry.getKey()))
            .sorted()
            .toList();
    return there.isEmpty() ? "" : "; or use what is there: " + String.join(" or ", there);
  }

  private static boolean isThere(String className, ClassLoader loader) {
    return loader.getResource(className.replace('.', '/') + ".class") != null;
  }

  private static String missing(String shortName, String className) {
    String remedy =
        SHORT_NAMES.containsKey(shortName)
            ? "put holdfast-serializer-%s and the jars beside it in the distribution into tomcat/lib,"
                    .formatted(shortName)
                + " or the class path of the program that embeds Tomcat"
            : "use one of java, kryo, xstream, javolution or put the jar with this class into"
                + " tomcat/lib";
    return "class %s (or one it needs) was not found; %s".formatted(className, remedy);
  }
}
