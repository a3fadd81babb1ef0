package io.holdfast.core.transcoder;

import io.holdfast.core.log.Loggers;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the {@link TranscoderFactory} that {@code transcoderFactoryClass} names: a short name, a
 * class name, or one of the class names that memcached-session-manager used. Says which jar to copy
 * where one is missing.
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

  /** A class of the jar that the serializers below need beside their own. */
  private static final String GRAPH_CLASS = "io.holdfast.serializer.graph.ApplicationShapes";

  private static final Set<String> NEED_GRAPHS = Set.of("xstream", "javolution");
  private static final List<String> GRAPH_PACKAGES =
      List.of("io.holdfast.serializer.graph.", "io.holdfast.serializer.tree.");

  /** Classes of the jar that every serializer of Holdfast needs. */
  private static final List<String> BASE_PACKAGES =
      List.of(
          "io.holdfast.serializer.jdk.",
          "io.holdfast.serializer.limits.",
          "io.holdfast.serializer.objects.",
          "io.holdfast.serializer.own.");

  private static final String BASE_CLASS = "io.holdfast.serializer.limits.WorkBudget";

  private static final System.Logger LOG = Loggers.of(TranscoderFactories.class);

  private TranscoderFactories() {}

  /** The short name for a class name of memcached-session-manager; any other stays as it is. */
  public static String successorOf(String name) {
    return MSM_NAMES.getOrDefault(name, name);
  }

  /**
   * Instantiates the factory of {@code transcoderFactoryClass}, or names the jar that is missing.
   */
  public static TranscoderFactory find(String name, ClassLoader loader) {
    String shortName = successorOf(name);
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
    } catch (ClassNotFoundException e) {
      throw new TranscoderException(
          Reason.UNUSABLE, withoutFactory(shortName, className) + others(shortName, loader), e);
    } catch (NoClassDefFoundError e) {
      throw incomplete(shortName, e, loader);
    } catch (ReflectiveOperationException | ClassCastException e) {
      throw new TranscoderException(
          Reason.UNUSABLE,
          "%s must be a public class with a constructor without parameters that implements %s"
              .formatted(className, TranscoderFactory.class.getName()),
          e);
    }
  }

  /** Builds the transcoder of a factory, or names the jar that is missing. */
  public static Transcoder create(
      String name, TranscoderFactory factory, TranscoderContext context) {
    try {
      return factory.create(context);
    } catch (NoClassDefFoundError e) {
      throw incomplete(successorOf(name), e, factory.getClass().getClassLoader());
    }
  }

  private static TranscoderException incomplete(
      String shortName, NoClassDefFoundError missing, ClassLoader loader) {
    return new TranscoderException(
        Reason.UNUSABLE, withoutPart(shortName, missing) + others(shortName, loader), missing);
  }

  /** The serializers that are there, of whose folder an operator has copied the jars. */
  private static String others(String shortName, ClassLoader loader) {
    List<String> there =
        SHORT_NAMES.keySet().stream()
            .filter(name -> !name.equals(shortName) && isThere(name, loader))
            .map("transcoderFactoryClass=\"%s\""::formatted)
            .sorted()
            .toList();
    return there.isEmpty() ? "" : "; or use what is there: " + String.join(" or ", there);
  }

  private static boolean isThere(String shortName, ClassLoader loader) {
    return isClassThere(SHORT_NAMES.getOrDefault(shortName, shortName), loader)
        && isClassThere(BASE_CLASS, loader)
        && (!NEED_GRAPHS.contains(shortName) || isClassThere(GRAPH_CLASS, loader));
  }

  private static boolean isClassThere(String className, ClassLoader loader) {
    return loader.getResource(className.replace('.', '/') + ".class") != null;
  }

  private static String withoutFactory(String shortName, String className) {
    String remedy =
        SHORT_NAMES.containsKey(shortName)
            ? ownJars(shortName)
            : "use one of java, kryo, xstream, javolution or " + JarPlace.ofOther();
    return "class %s was not found; %s".formatted(className, remedy);
  }

  /** The factory is there, and a class that it needs is not. */
  private static String withoutPart(String shortName, NoClassDefFoundError error) {
    String missing = String.valueOf(error.getMessage()).replace('/', '.');
    String problem =
        missing.contains(" ") ? missing : "class %s was not found".formatted(missing); // or broken
    String remedy = JarPlace.ofOther();
    if (GRAPH_PACKAGES.stream().anyMatch(missing::startsWith)) {
      remedy =
          JarPlace.of(
              "holdfast-serializer-graph",
              ", which lies in the folders xstream and javolution of the distribution");
    } else if (BASE_PACKAGES.stream().anyMatch(missing::startsWith)) {
      remedy =
          JarPlace.of(
              "holdfast-serializer-base", ", which lies in every folder of the distribution");
    } else if (SHORT_NAMES.containsKey(shortName)) {
      remedy = ownJars(shortName);
    }
    return "%s; %s".formatted(problem, remedy);
  }

  private static String ownJars(String shortName) {
    return JarPlace.of(
        "holdfast-serializer-" + shortName, " and the jars beside it in the distribution");
  }
}
