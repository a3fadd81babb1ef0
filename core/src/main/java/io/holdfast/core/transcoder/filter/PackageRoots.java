package io.holdfast.core.transcoder.filter;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The roots of an application's packages: the first two parts of their names, such as {@code
 * com.acme}. A jar whose packages lie under a root belongs to the application too.
 *
 * <p>A root names one owner. Where two parts do not, as in {@code com.github} or {@code uk.co},
 * three are taken. Packages of well-known libraries have no root: an application may replace a
 * class of {@code org.apache.commons}, and does not own the rest for that. Neither has a package of
 * one part.
 */
public final class PackageRoots {

  /** Where every owner has a name of their own one part further down. */
  private static final Set<String> SHARED =
      Set.of(
          """
          com.bitbucket com.github com.gitlab com.googlecode dev.java io.bitbucket io.github
          io.gitlab me.github net.java net.sf net.sourceforge org.bitbucket org.github org.gitlab
          org.sf org.sourceforge
          """
              .split("\\s+", 0));

  /** Domains below those of countries, such as {@code uk.co}. */
  private static final Pattern OF_A_COUNTRY =
      Pattern.compile("[a-z]{2}\\.(ac|co|com|edu|gob|gouv|gov|go|gv|ne|net|or|org)");

  /** Owners of libraries, with their final dot. */
  private static final Set<String> LIBRARIES =
      Set.of(
          """
          akka. antlr. bsh. ch.qos. clojure. com.amazonaws. com.caucho. com.codahale. com.datastax.
          com.esotericsoftware. com.fasterxml. com.google. com.h2database. com.hazelcast. com.ibm.
          com.jcraft. com.lmax. com.mchange. com.microsoft. com.mongodb. com.mysql. com.netflix.
          com.opensymphony. com.oracle. com.rometools. com.squareup. com.sun. com.thoughtworks.
          com.vaadin. com.zaxxer. freemarker. groovy. groovyjarjarantlr4. io.dropwizard. io.grpc.
          io.jsonwebtoken. io.lettuce. io.micrometer. io.micronaut. io.netty. io.opentelemetry.
          io.projectreactor. io.quarkus. io.reactivex. io.smallrye. io.swagger. io.undertow.
          io.vavr. io.vertx. jakarta. java. javassist. javax. jdk. kotlin. kotlinx. lombok.
          net.bytebuddy. net.logstash. nl.jqno. ognl. oracle. org.antlr. org.apache. org.apereo.
          org.aspectj. org.bouncycastle. org.codehaus. org.dom4j. org.eclipse. org.ehcache.
          org.glassfish. org.h2. org.hibernate. org.hsqldb. org.infinispan. org.jasypt.
          org.javassist. org.jboss. org.jdom. org.jdom2. org.jetbrains. org.joda. org.jooq.
          org.junit. org.keycloak. org.mariadb. org.mockito. org.mozilla. org.mybatis.
          org.objectweb. org.omnifaces. org.opensaml. org.osgi. org.ow2. org.postgresql.
          org.primefaces. org.python. org.quartz. org.reactivestreams. org.richfaces. org.slf4j.
          org.springframework. org.thymeleaf. org.w3c. org.wildfly. org.xml. org.yaml. play.
          reactor. redis.clients. rx. scala. software.amazon. sun. tools.jackson.
          """
              .split("\\s+", 0));

  private final Set<String> roots;

  private PackageRoots(Set<String> roots) {
    this.roots = roots;
  }

  /** The roots of an application that has classes of its own in these packages. */
  public static PackageRoots of(Collection<String> packages) {
    Set<String> roots = new TreeSet<>();
    for (String packageName : packages) {
      String root = rootOf(packageName);
      if (root != null) {
        roots.add(root);
      }
    }
    return new PackageRoots(roots);
  }

  private static @Nullable String rootOf(String packageName) {
    for (String library : LIBRARIES) {
      if ((packageName + '.').startsWith(library)) {
        return null;
      }
    }
    String two = parts(packageName, 2);
    return two != null && (SHARED.contains(two) || OF_A_COUNTRY.matcher(two).matches())
        ? parts(packageName, 3)
        : two;
  }

  /** So many parts of a name; null if it has fewer. */
  private static @Nullable String parts(String name, int count) {
    List<String> parts = List.of(name.split("\\.", -1));
    return parts.size() < count ? null : String.join(".", parts.subList(0, count));
  }

  /** Returns whether a package lies under a root. */
  public boolean cover(String packageName) {
    String root = rootOf(packageName);
    return root != null && roots.contains(root);
  }

  /** The roots, for an operator. */
  @Override
  public String toString() {
    return String.join(", ", roots);
  }
}
