package io.holdfast.console;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

/** The sessions of one application in this Tomcat: number, size, age; a button to end one. */
final class SessionsSection {

  private static final int SHOWN = 20;

  private final Instant now;
  private final UnaryOperator<String> encoder;

  SessionsSection(Instant now, UnaryOperator<String> encoder) {
    this.now = now;
    this.encoder = encoder;
  }

  void write(Html html, Bean manager) {
    html.element("h3", "Sessions in this Tomcat");
    new Figures(manager)
        .count("in memory", "activeSessions")
        .shown("record, on average", averageSize(manager))
        .shown("life, on average", seconds(manager, "sessionAverageAliveTime"))
        .shown("longest life", seconds(manager, "sessionMaxAliveTime"))
        .count("begun or taken over", "sessionCounter")
        .count("taken over", "takeovers")
        .count("ended", "expiredSessions")
        .write(html);
    List<SessionRow> latest = new Sessions(manager).latest(SHOWN);
    if (!latest.isEmpty()) {
      table(html, manager, latest);
    }
  }

  private void table(Html html, Bean manager, List<SessionRow> latest) {
    String caption =
        manager.number("activeSessions").orElse(0) > Sessions.LOOKED_AT
            ? "Used last, of the first %s".formatted(Shown.count(Sessions.LOOKED_AT))
            : "Used last";
    Table table =
        new Table(html, caption, List.of("Session", "User", "Size", "Age", "Last used", "End"));
    for (SessionRow session : latest) {
      table
          .row()
          .cell(session.shown(), "id")
          .cell(session.user().isEmpty() ? Shown.NONE : session.user())
          .cell(Shown.bytes(session.bytes()))
          .cell(Shown.age(Duration.between(session.created(), now)))
          .cell(Shown.age(Duration.between(session.lastUsed(), now)) + " ago");
      endForm(table.begin(), manager, session);
      table.end().endRow();
    }
    table.close();
  }

  private void endForm(Html html, Bean manager, SessionRow session) {
    html.open("details").element("summary", "End …", "id", "ask-" + session.handle());
    new Form(html, encoder, manager, "end")
        .hidden("session", session.handle())
        .button("End this session", "end-" + session.handle());
    html.close();
  }

  private static String averageSize(Bean manager) {
    long records = manager.number("backupsStored").orElse(0);
    OptionalLong bytes = manager.number("bytesWritten");
    return records == 0 || bytes.isEmpty() ? Shown.NONE : Shown.bytes(bytes.getAsLong() / records);
  }

  private static String seconds(Bean manager, String attribute) {
    OptionalLong seconds = manager.number(attribute);
    return seconds.isEmpty() ? Shown.NONE : Shown.age(Duration.ofSeconds(seconds.getAsLong()));
  }
}
