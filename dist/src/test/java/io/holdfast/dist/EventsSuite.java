package io.holdfast.dist;

import io.holdfast.testkit.tomcat.TomcatSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;

/**
 * What listeners hear, in order. Where one Tomcat serves a session from its beginning to its end,
 * they hear what Tomcat's own manager tells them in the same flow; that runs beside.
 */
@OnLines(11)
abstract class EventsSuite extends ClusterSuite {

  @Override
  final List<ContextXml> contexts() {
    ContextXml app = listening("app");
    ContextXml brief =
        listening("brief")
            .context("backgroundProcessorDelay", "1")
            .manager("processExpiresFrequency", "1");
    ContextXml failing =
        brief.renamed("failing").containing("<Parameter name=\"failing\" value=\"true\"/>");
    ContextXml left =
        brief
            .renamed("left")
            .manager("expireAbandonedSessions", "true")
            .manager("storageKeyPrefix", "context"); // or each would end the other's sessions
    List<ContextXml> contexts = new ArrayList<>(Mode.each(app, brief, failing, left));
    contexts.add(plain(app).manager("pathname", "SESSIONS.ser"));
    contexts.add(plain(brief).manager("processExpiresFrequency", "1"));
    return contexts;
  }

  private static ContextXml listening(String name) {
    return ContextXml.synchronous(name)
        .context("altDDName", ProbeApplication.descriptor("web-events.xml").toString());
  }

  private static ContextXml plain(ContextXml context) {
    return new ContextXml(
            EventsTests.PLAIN + context.name(), context.attributes(), Map.of(), "", "", null)
        .ofTomcat();
  }

  @Override
  final TomcatSettings extras(TomcatSettings settings) {
    return ManagerApplication.deploy(settings, Cluster.distribution(line()).home());
  }

  /** One Tomcat, beside one that is without us. */
  @Nested
  final class OneTomcat extends PlainEventsTests {}

  /** Listeners that fail. */
  @Nested
  final class Failing extends FailingListenerTests {}

  /** Sessions that move; from one Tomcat because it is killed. */
  @Nested
  @ComesLast
  final class TwoTomcats extends MovedEventsTests {}
}
