package io.holdfast.dist;

import io.holdfast.testkit.tomcat.TomcatDistribution;
import java.util.Locale;

/**
 * An application in both Tomcats of a cluster.
 *
 * @param serializer the value of {@code transcoderFactoryClass}
 * @param mode where its requests may go
 * @param libraries where the jars of its framework are
 */
record Deployment(Application application, String serializer, Mode mode, Libraries libraries) {

  /** Also on a machine that is busy with other tests. */
  private static final String PATIENT_MILLIS = "20000";

  /** The context path without its slash. */
  String context() {
    return "%s-%s-%s".formatted(application.id(), serializer, mode).toLowerCase(Locale.ROOT);
  }

  /** How an operator describes it, with the line of the document where one is needed. */
  ContextXml xml(TomcatDistribution tomcat) {
    ContextXml context =
        mode.of(ContextXml.synchronous(application.id()))
            .renamed(context())
            .manager("transcoderFactoryClass", serializer)
            .manager("operationTimeout", PATIENT_MILLIS);
    return libraries.deploy(application, application.described(context), tomcat);
  }

  /** Readable in a test report. */
  @Override
  public String toString() {
    return "%s, %s, %s, libraries of %s".formatted(application, serializer, mode, libraries);
  }
}
