package io.holdfast.serializer.tests.frameworks;

import io.holdfast.core.transcoder.kit.KindGroup;
import java.util.List;

/** All kinds that come from frameworks and libraries, grouped by these. */
public final class FrameworkKinds {

  private FrameworkKinds() {}

  /** In the order of the document. */
  public static List<KindGroup> groups() {
    return List.of(
        new KindGroup("Spring", SpringKinds.all()),
        new KindGroup("Other web frameworks", WebKinds.all()),
        new KindGroup("Tomcat and CDI", ContainerKinds.all()),
        new KindGroup("Hibernate", HibernateKinds.all()),
        new KindGroup("Joda and ThreeTen", JodaKinds.all()),
        new KindGroup("Guava", GuavaKinds.all()),
        new KindGroup("Vavr", VavrKinds.all()),
        new KindGroup("Kotlin", KotlinKinds.all()),
        new KindGroup("Other libraries", LibraryKinds.all()));
  }
}
