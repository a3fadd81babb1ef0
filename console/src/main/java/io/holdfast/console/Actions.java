package io.holdfast.console;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import org.jspecify.annotations.Nullable;

/** Does what a button asks for, by JMX. */
final class Actions {

  private static final System.Logger LOG = System.getLogger(Actions.class.getName());

  private final Beans beans;

  Actions(Beans beans) {
    this.beans = beans;
  }

  /**
   * Does it.
   *
   * @param parameters the values of the form's fields by their names, empty for what is missing
   * @param user who asks, for the log
   */
  Outcome perform(UnaryOperator<String> parameters, String user) {
    Optional<Bean> application = beans.application(parameters.apply("application"));
    if (application.isEmpty()) {
      return Outcome.refused("This application is not here any more.");
    }
    try {
      return switch (parameters.apply("action")) {
        case "nodes" -> changeNodes(application.get(), parameters, user);
        case "end" -> endSession(application.get(), parameters.apply("session"), user);
        case "user" -> Outcome.done("");
        case "endOf" -> endOf(application.get(), parameters, user);
        case "endAll" -> endAll(application.get(), parameters.apply("user"), user);
        default -> Outcome.refused("There is no such action.");
      };
    } catch (JMException | JMRuntimeException e) {
      return Outcome.refused(reason(e));
    }
  }

  private static Outcome changeNodes(
      Bean application, UnaryOperator<String> parameters, String user) throws JMException {
    List<String> values =
        List.of(
            parameters.apply("memcachedNodes"),
            parameters.apply("failoverNodes"),
            parameters.apply("copies"));
    application.call("changeNodes", values);
    log("set memcachedNodes, failoverNodes and copies to " + values, application, user);
    return Outcome.done(
        "The nodes of "
            + application.key("context")
            + " in this Tomcat have changed. Change them in"
            + " the others, and in the configuration, too.");
  }

  private static Outcome endSession(Bean application, String handle, String user)
      throws JMException {
    Optional<String> id = new Sessions(application).id(handle);
    if (id.isEmpty()) {
      return Outcome.refused("This session is not here any more.");
    }
    String shown = Sessions.shown(id.get());
    if (!Boolean.TRUE.equals(application.call("endSession", List.of(id.get())))) {
      log("could not end session " + shown, application, user);
      return Outcome.refused(
          "Session "
              + shown
              + " was not ended: it is not in this Tomcat any more. Another one may have it.");
    }
    log("ended session " + shown, application, user);
    return Outcome.done("Session " + shown + " has ended.");
  }

  private static Outcome endOf(Bean application, UnaryOperator<String> parameters, String operator)
      throws JMException {
    String user = parameters.apply("user");
    List<String> which = List.of(user, parameters.apply("session"));
    if (!Boolean.TRUE.equals(application.call("endSessionOf", which))) {
      log("could not end a session of user " + user, application, operator);
      return Outcome.refused(
          "It was not ended: " + user + " has no such session, or a node does not answer.");
    }
    log("ended a session of user " + user, application, operator);
    return Outcome.done("The session of " + user + " has ended.");
  }

  private static Outcome endAll(Bean application, String user, String operator) throws JMException {
    Object ended = application.call("endSessionsOf", List.of(user));
    log("ended all sessions of user " + user + ": " + ended, application, operator);
    return Outcome.done("Sessions of " + user + " that have ended: " + ended + ".");
  }

  private static void log(String what, Bean application, String user) {
    LOG.log(
        System.Logger.Level.INFO,
        "Console: {0} {1} of {2}",
        oneLine(user),
        oneLine(what),
        application.name());
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  /** What the component says is wrong, without the wrappings of JMX. */
  static String reason(Throwable failure) {
    Throwable cause = failure;
    for (@Nullable Throwable next = failure; next != null; next = next.getCause()) {
      cause = next;
    }
    String message = cause.getMessage();
    return message == null ? cause.toString() : message;
  }
}
