package io.holdfast.benchmarks.floor;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;

/**
 * Sends the commands of one request between the application and the end of the answer, and does
 * nothing else: the least that a Tomcat pays which keeps sessions in the store. Each thread is a
 * user of its own.
 */
public final class BareValve extends ValveBase {

  /** A Tomcat has one such valve. */
  private static final ThreadLocal<UserCommands> COMMANDS = new ThreadLocal<>();

  private final AtomicInteger users = new AtomicInteger();
  private Step step = Step.READ;
  private Way way = Way.OWN;
  private List<Integer> ports = List.of();
  private @Nullable BareConnections connections;

  /** The element of a {@code <Context>} that makes it. */
  static String element(Step step, Way way, List<Integer> ports) {
    return "<Valve className=\"%s\" step=\"%s\" way=\"%s\" ports=\"%s\"/>"
        .formatted(
            BareValve.class.getName(),
            step.name(),
            way.name(),
            String.join(" ", ports.stream().map(String::valueOf).toList()));
  }

  /** Which commands, by the name of a {@link Step}. */
  public void setStep(String name) {
    step = Step.valueOf(name);
  }

  /** How they are sent, by the name of a {@link Way}. */
  public void setWay(String name) {
    way = Way.valueOf(name);
  }

  /** The ports of the two nodes, with a blank between them. */
  public void setPorts(String numbers) {
    ports = Stream.of(numbers.split(" ")).map(Integer::valueOf).toList();
  }

  @Override
  protected void startInternal() throws LifecycleException {
    try {
      connections = way.connect(ports);
    } catch (IOException e) {
      throw new LifecycleException(e);
    }
    super.startInternal();
  }

  @Override
  protected void stopInternal() throws LifecycleException {
    super.stopInternal();
    try {
      if (connections != null) {
        connections.close();
      }
    } catch (IOException e) {
      throw new LifecycleException(e);
    }
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    getNext().invoke(request, response);
    step.perform(commandsOfThisThread());
  }

  private UserCommands commandsOfThisThread() throws IOException {
    UserCommands own = COMMANDS.get();
    if (own == null) {
      if (connections == null) {
        throw new IllegalStateException("Not started");
      }
      own = connections.of(users.incrementAndGet());
      Step.CHANGE_COPIED.perform(own); // stores the records that are read
      COMMANDS.set(own);
    }
    return own;
  }
}
