package io.holdfast.console;

import java.time.Instant;
import java.util.function.UnaryOperator;

/** What the page says of one application, or of the single sign-on of a host. */
final class ComponentArticle {

  private final NodesSection nodes;
  private final SessionsSection sessions;
  private final UsersSection users;
  private final UnaryOperator<String> encoder;
  private final Asked asked;

  ComponentArticle(Beans beans, Instant now, UnaryOperator<String> encoder, Asked asked) {
    this.asked = asked;
    this.users = new UsersSection(now, encoder);
    this.nodes = new NodesSection(beans, now);
    this.sessions = new SessionsSection(now, encoder);
    this.encoder = encoder;
  }

  void writeApplication(Html html, Bean manager) {
    begin(html, manager, manager.key("context"));
    html.open("p", "class", "facts")
        .text("sticky: " + manager.text("sticky"))
        .text(" · lockingMode: " + manager.text("lockingMode"))
        .text(" · serializer: " + manager.text("transcoderFactoryClass"))
        .text(" · host: " + manager.key("host"))
        .close();
    if (isStarted(html, manager)) {
      boolean isQuiet = isQuiet(manager);
      if (isQuiet) {
        html.open("details")
            .element("summary", "No session in this Tomcat, all nodes available. Show more …");
      }
      sections(html, manager);
      if (isQuiet) {
        html.close();
      }
    }
    html.close();
  }

  /** Returns whether nothing is of interest, unless the operator has asked for a user. */
  private boolean isQuiet(Bean manager) {
    return asked.userOf(manager).isEmpty()
        && manager.number("activeSessions").orElse(1) == 0
        && manager.number("nodesLost").orElse(1) == 0
        && manager.number("sessionsNotStored").orElse(1) == 0;
  }

  private void sections(Html html, Bean manager) {
    backups(html, manager);
    nodes.write(html, manager);
    changeNodes(html, manager);
    sessions.write(html, manager);
    users.write(html, manager, asked);
    leases(html, manager);
    refused(html, manager);
  }

  void writeSignOn(Html html, Bean valve) {
    begin(html, valve, "Single sign-on of " + valve.key("host"));
    if (isStarted(html, valve)) {
      new Figures(valve).count("sign-ons here", "signOnsHere").write(html);
      backups(html, valve);
      nodes.write(html, valve);
      refused(html, valve);
    }
    html.close();
  }

  private static void begin(Html html, Bean component, String title) {
    html.open("article", "id", "of-" + handle(component));
    html.element("h2", title);
  }

  private static String handle(Bean component) {
    return Sessions.handle(component.name().getCanonicalName());
  }

  private static boolean isStarted(Html html, Bean component) {
    boolean isStarted = "true".equals(component.text("started"));
    if (!isStarted) {
      html.element(
          "p",
          "Not started, or not enabled: nothing looks after its sessions. The log says why.",
          "class",
          "trouble");
    }
    return isStarted;
  }

  private static void backups(Html html, Bean component) {
    html.element("h3", "Backups");
    new Figures(component)
        .zero("sessions not stored", "sessionsNotStored")
        .zero("nodes lost", "nodesLost")
        .count("waiting", "backupsWaiting")
        .zero("failed", "backupsFailed")
        .zero("not taken on", "backupsRefused")
        .count("stored", "backupsStored")
        .count("skipped", "backupsSkipped")
        .count("only touched", "backupsTouched")
        .count("to store again", "resyncWaiting")
        .micros("stored, p99", "saveMicrosP99")
        .micros("loaded, p99", "loadMicrosP99")
        .write(html);
  }

  private void changeNodes(Html html, Bean manager) {
    html.open("details", "class", "change")
        .element("summary", "Change the nodes …", "id", "ask-nodes-" + handle(manager));
    html.element(
        "p",
        "Holds at once, in this Tomcat, until the application is started again. The sessions"
            + " follow.");
    new Form(html, encoder, manager, "nodes")
        .text("memcachedNodes", "memcachedNodes", manager.text("memcachedNodes"))
        .text("failoverNodes", "failoverNodes", manager.text("failoverNodes"))
        .text("copies", "copies", manager.text("copies"))
        .button("Use these nodes", "nodes-" + handle(manager));
    html.close();
  }

  private static void leases(Html html, Bean manager) {
    html.element("h3", "Leases");
    new Figures(manager)
        .count("taken", "leasesTaken")
        .count("handed on", "leasesHandedOn")
        .count("requests waited", "leaseWaits")
        .zero("timed out", "leaseTimeouts")
        .zero("queue full", "leaseQueuesFull")
        .zero("lost", "leasesLost")
        .micros("waited, p99", "leaseWaitMicrosP99")
        .write(html);
  }

  private static void refused(Html html, Bean component) {
    html.element("h3", "Refused");
    new Figures(component)
        .zero("classes", "classesRejected")
        .zero("attributes", "attributesRejected")
        .zero("attributes unreadable", "attributesUnreadable")
        .zero("unreadable replaced", "attributesUnreadableReplaced")
        .zero("sessions too large", "recordsTooLarge")
        .zero("records unreadable", "loadsUnreadable")
        .zero("records incomplete", "loadsIncomplete")
        .zero("seals", "sealsRefused")
        .zero("requests with an uncertain session", "requestsInDoubt")
        .write(html);
    String report = component.text("allowedClassesReport");
    if (!report.isEmpty()) {
      html.element("p", "To allow what was refused, put this line into the configuration:");
      html.element("pre", report, "class", "report");
    }
  }
}
