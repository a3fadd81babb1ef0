package io.holdfast.tomcat;

import io.holdfast.core.log.Loggers;
import io.holdfast.tomcat.session.ContextNames;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.catalina.Context;
import org.apache.catalina.WebResource;
import org.apache.catalina.WebResourceRoot;

/**
 * Finds jars that an operator has forgotten to remove: those of memcached-session-manager, and a
 * second memcached client beside ours, where Tomcat uses the first one that it finds. Each jar is
 * logged once in a Java process, however many applications start.
 */
final class UnwantedJars {

  static final UnwantedJars OF_PROCESS = new UnwantedJars(UnwantedJars.class.getClassLoader());

  private static final System.Logger LOG = Loggers.of(UnwantedJars.class);

  /** One of each of its jars. */
  private static final List<String> OF_MSM =
      List.of(
          "de/javakaffee/web/msm/MemcachedSessionService.class",
          "de/javakaffee/web/msm/MemcachedBackupSessionManager.class",
          "de/javakaffee/web/msm/serializer/kryo/KryoTranscoderFactory.class",
          "de/javakaffee/web/msm/serializer/xstream/XStreamTranscoderFactory.class",
          "de/javakaffee/web/msm/serializer/javolution/JavolutionTranscoderFactory.class",
          "de/javakaffee/web/msm/serializer/json/JSONTranscoderFactory.class");

  private static final String CLIENT = "net/spy/memcached/MemcachedClient.class";
  private static final String LIB = "/WEB-INF/lib";
  private static final Pattern MSM_JAR =
      Pattern.compile("(?:memcached-session-manager|msm-[a-z]+-serializer)(?:-.*)?\\.jar");

  private final ClassLoader own;
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  UnwantedJars(ClassLoader own) {
    this.own = own;
  }

  /** Writes one warning that names those that were not told before; none if there are none. */
  void look(Context context) {
    List<String> findings = new ArrayList<>();
    try {
      Set<String> ofMsm = inApplication(context);
      for (String name : OF_MSM) {
        ofMsm.addAll(locations(own, name));
      }
      if (told.addAll(ofMsm)) {
        findings.add(
            "memcached-session-manager's jars are of no use any more: " + String.join(", ", ofMsm));
      }
      Set<String> clients = locations(own, CLIENT);
      if (clients.size() > 1 && told.addAll(clients)) {
        findings.add(
            "there is more than one spymemcached, and Tomcat uses whichever it finds first; keep the"
                + " one of Holdfast's distribution: "
                + String.join(", ", clients));
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "Cannot look for jars that should not be there", e);
    }
    if (!findings.isEmpty()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Remove jars that do not belong here: " + String.join("; ", findings));
    }
  }

  /** Where a class is, each as the location of its jar or folder. */
  private static Set<String> locations(ClassLoader loader, String name) throws IOException {
    Set<String> locations = new TreeSet<>();
    for (URL url : Collections.list(loader.getResources(name))) {
      String text = url.toString();
      locations.add(
          readable(
              text.substring(0, text.length() - name.length())
                  .replaceFirst("^jar:", "")
                  .replaceFirst("!?/$", "")));
    }
    return locations;
  }

  private static String readable(String location) {
    try {
      return location.startsWith("file:") ? Path.of(URI.create(location)).toString() : location;
    } catch (IllegalArgumentException e) { // no path of this system
      return location;
    }
  }

  /** By their names: to look into all jars of a large application would take long. */
  private static Set<String> inApplication(Context context) {
    WebResourceRoot resources = context.getResources();
    Set<String> found = new TreeSet<>();
    if (resources != null) {
      for (WebResource file : resources.listResources(LIB)) {
        if (MSM_JAR.matcher(file.getName()).matches()) {
          found.add(ContextNames.of(context) + LIB + "/" + file.getName());
        }
      }
    }
    return found;
  }
}
