package io.holdfast.console;

import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.management.MBeanServer;
import org.jspecify.annotations.Nullable;

/** What the JSP pages call. Safe for several threads. */
public final class Console {

  private final Beans beans;
  private final Clock clock;

  Console(MBeanServer server, Clock clock) {
    this.beans = new Beans(server);
    this.clock = clock;
  }

  /** The console of the Tomcat that runs it. */
  public static Console ofThisTomcat() {
    return new Console(ManagementFactory.getPlatformMBeanServer(), Clock.systemUTC());
  }

  /**
   * The page.
   *
   * @param encoder adds to an address what protects its form from forged requests
   * @param outcome of the last action, as {@link #act} gave it; null if there was none
   * @param asked whose sessions are shown, as {@link #asked} gave it; null for those of no user
   */
  public String page(
      UnaryOperator<String> encoder, @Nullable Object outcome, @Nullable Object asked) {
    return new ConsolePage(beans, clock.instant())
        .html(encoder, outcome instanceof String text ? text : "", Asked.of(asked));
  }

  /**
   * Whose sessions a form asks for.
   *
   * @param parameters the fields of the form
   * @return for {@link #page}; null if the form asks for something else
   */
  public @Nullable String asked(Map<String, String[]> parameters) {
    return first(parameters, "action").equals("user")
        ? new Asked(first(parameters, "application"), first(parameters, "user").strip()).toString()
        : null;
  }

  /**
   * Does what a button asks for.
   *
   * @param parameters the fields of its form
   * @param user who asks; null if that is not known
   * @return what to tell the operator: a plus or a minus for whether it was done, and a text
   */
  public String act(Map<String, String[]> parameters, @Nullable String user) {
    Outcome outcome =
        new Actions(beans)
            .perform(name -> first(parameters, name), user == null ? "an unnamed user" : user);
    return (outcome.done() ? '+' : '-') + outcome.text();
  }

  private static String first(Map<String, String[]> parameters, String name) {
    String[] values = parameters.get(name);
    return values == null || values.length == 0 ? "" : values[0];
  }
}
