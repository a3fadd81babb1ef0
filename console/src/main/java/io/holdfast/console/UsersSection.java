package io.holdfast.console;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.management.JMException;
import javax.management.JMRuntimeException;

/** The sessions of one user over all Tomcats, with buttons to end one or all of them. */
final class UsersSection {

  private final Instant now;
  private final UnaryOperator<String> encoder;

  UsersSection(Instant now, UnaryOperator<String> encoder) {
    this.now = now;
    this.encoder = encoder;
  }

  /** Writes it where the application lists the sessions of its users. */
  void write(Html html, Bean manager, Asked asked) {
    if (!"true".equals(manager.text("sessionsByUser"))) {
      return;
    }
    String user = asked.userOf(manager);
    html.element("h3", "Sessions of a user, in all Tomcats");
    new Form(html, encoder, manager, "user")
        .text("user", "user", user)
        .harmless("Show sessions", "user-" + Sessions.handle(manager.name().getCanonicalName()));
    if (!user.isEmpty()) {
      sessions(html, manager, user);
    }
  }

  private void sessions(Html html, Bean manager, String user) {
    List<UserSession> sessions;
    try {
      sessions = UserSession.of(manager, user);
    } catch (JMException | JMRuntimeException e) {
      html.element("p", Actions.reason(e), "class", "trouble");
      return;
    }
    if (sessions.isEmpty()) {
      html.element("p", user + " has no session.");
      return;
    }
    Table table =
        new Table(
            html, "Sessions of " + user, List.of("Session", "Age", "Last used", "Tomcat", "End"));
    for (UserSession session : sessions) {
      table
          .row()
          .cell(session.shown(), "id")
          .cell(Shown.age(Duration.between(session.created(), now)))
          .cell(Shown.age(Duration.between(session.lastUsed(), now)) + " ago")
          .cell(session.tomcat());
      Html cell = table.begin().open("details").element("summary", "End …");
      new Form(cell, encoder, manager, "endOf")
          .hidden("user", user)
          .hidden("session", session.name())
          .button("End this session", "end-of-" + session.name());
      cell.close();
      table.end().endRow();
    }
    table.close();
    html.open("details").element("summary", "Log out everywhere …");
    new Form(html, encoder, manager, "endAll")
        .hidden("user", user)
        .button("End all sessions of " + user, "end-all");
    html.close();
  }
}
