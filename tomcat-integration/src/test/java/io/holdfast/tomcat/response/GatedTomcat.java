package io.holdfast.tomcat.response;

import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Request;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.session.StandardManager;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.http2.Http2Protocol;
import org.jspecify.annotations.Nullable;

/** An embedded Tomcat with one application, whose manager installs the gates. */
final class GatedTomcat implements AutoCloseable {

  private static final Logger QUIET = Logger.getLogger("org.apache");
  private static final String EXCHANGE = "exchange";
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final Tomcat tomcat = new Tomcat();
  private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final StandardContext context;

  private GatedTomcat(Path base) {
    QUIET.setLevel(Level.OFF);
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    tomcat.getConnector().addUpgradeProtocol(new Http2Protocol());
    context = (StandardContext) tomcat.addContext("", base.toString());
    context.setManager(new GatingManager());
  }

  /**
   * Starts a Tomcat.
   *
   * @param preparation gets the application before it starts
   * @param servlets names of servlets, whose paths they are too
   */
  static GatedTomcat start(Path base, Consumer<StandardContext> preparation, String... servlets) {
    GatedTomcat started = new GatedTomcat(base);
    for (String name : servlets) {
      started.addServlet(name);
    }
    preparation.accept(started.context);
    try {
      started.tomcat.start();
    } catch (LifecycleException e) {
      throw new IllegalStateException("Tomcat does not start", e);
    }
    return started;
  }

  private void addServlet(String name) {
    Wrapper wrapper = Tomcat.addServlet(context, name, new AnsweringServlet(name));
    wrapper.setAsyncSupported(true);
    context.addServletMappingDecoded("/" + name, name);
  }

  /** Says what a servlet does from now on. */
  GatedTomcat answer(String servlet, Answer answer) {
    answers.put(servlet, answer);
    return this;
  }

  /** Says what a servlet does from now on, as {@link ResponseSteps}. */
  GatedTomcat answer(String servlet, String steps) {
    return answer(
        servlet, (request, response, exchange) -> exchange.take(steps, request, response));
  }

  /** Sends one request to the servlet {@code asked}, which takes these steps. */
  Response ask(String steps) {
    return answer("asked", steps).get("asked");
  }

  /** Sends one request to the servlet {@code asked}, which does this. */
  Response ask(Answer answer) {
    return answer("asked", answer).get("asked");
  }

  /** Sends one request to a servlet; {@link #exchange()} knows about it. */
  Response get(String servlet) {
    exchanges.clear();
    return new Browser().get(port(), "/" + servlet);
  }

  /** Like {@link #get}, but in a version of HTTP, and returns the body's bytes. */
  byte[] getBytes(String servlet, HttpClient.Version version) {
    exchanges.clear();
    URI uri = URI.create("http://127.0.0.1:" + port() + "/" + servlet);
    try {
      HttpResponse<byte[]> response =
          CLIENT.send(
              HttpRequest.newBuilder(uri).version(version).build(), BodyHandlers.ofByteArray());
      if (response.version() != version) {
        throw new AssertionError("answered in " + response.version());
      }
      return response.body();
    } catch (IOException e) {
      throw new UncheckedIOException(servlet, e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted while asking for " + servlet, e);
    }
  }

  /** The last request. */
  Exchange exchange() {
    if (exchanges.size() != 1) {
      throw new AssertionError(exchanges.size() + " requests");
    }
    return exchanges.get(0);
  }

  StandardContext context() {
    return context;
  }

  int port() {
    return tomcat.getConnector().getLocalPort();
  }

  @Override
  public void close() {
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (LifecycleException e) {
      throw new IllegalStateException("Tomcat does not stop", e);
    } finally {
      QUIET.setLevel(null);
    }
  }

  private final class AnsweringServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private final String name;

    AnsweringServlet(String name) {
      this.name = name;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws ServletException, IOException {
      Exchange exchange = (Exchange) Objects.requireNonNull(request.getAttribute(EXCHANGE));
      try {
        Objects.requireNonNull(answers.get(name)).give(request, response, exchange);
      } catch (ServletException | IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new ServletException(e);
      }
    }
  }

  /** Gives each request a gate, except those that say {@code ungated} in their query. */
  private final class GatingValve extends ValveBase {

    private final ResponseGates gates = ResponseGates.ofRunningTomcat();

    GatingValve() {
      super(true);
    }

    @Override
    public void invoke(Request request, org.apache.catalina.connector.Response response)
        throws IOException, ServletException {
      if (request.getAttribute(EXCHANGE) == null) {
        Exchange exchange = new Exchange(response);
        exchanges.add(exchange);
        request.setAttribute(EXCHANGE, exchange);
        if (!"ungated".equals(request.getQueryString())) {
          var unused = gates.put(request, exchange);
        }
      }
      getNext().invoke(request, response);
      ResponseGate gate = ResponseGate.of(request);
      if (gate != null) {
        gate.openAtTheEnd();
      }
    }
  }

  /** Starts after the host has its valve that reports errors, so ours stands inside that. */
  private final class GatingManager extends StandardManager {

    private @Nullable GatingValve valve;

    GatingManager() {
      setPathname(null);
    }

    @Override
    protected void startInternal() throws LifecycleException {
      super.startInternal();
      valve = new GatingValve();
      tomcat.getHost().getPipeline().addValve(valve);
    }

    @Override
    protected void stopInternal() throws LifecycleException {
      if (valve != null) {
        tomcat.getHost().getPipeline().removeValve(valve);
      }
      super.stopInternal();
    }
  }
}
