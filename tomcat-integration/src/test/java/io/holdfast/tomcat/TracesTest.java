package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.http.Browser;
import io.holdfast.tomcat.ComparedTomcat.Whose;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.servlet.AsyncContext;
import javax.servlet.FilterChain;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletRequestAttributeEvent;
import javax.servlet.ServletRequestAttributeListener;
import javax.servlet.http.HttpFilter;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What an application can see of its manager: nothing. The same application with Tomcat's own
 * manager and with ours tells what it sees.
 */
@Timeout(120)
class TracesTest {

  private static final int PAGE_LENGTH = 166;
  private static final String PAGE = "p".repeat(PAGE_LENGTH);

  private static ComparedTomcat tomcat;

  @BeforeAll
  static void startTomcat(@TempDir Path base) throws IOException {
    Path docBase = Files.createDirectories(base.resolve("files"));
    Files.writeString(docBase.resolve("page.txt"), PAGE);
    tomcat = ComparedTomcat.start(base, docBase, TracesTest::describe);
  }

  private static void describe(StandardContext context) {
    Tomcat.addServlet(context, "default", new DefaultServlet()).addMapping("/");
    Wrapper seeing = Tomcat.addServlet(context, "seeing", new SeeingServlet());
    seeing.setAsyncSupported(true);
    seeing.addMapping("/seeing/*");
    context.addApplicationListener(NodeReplies.class.getName());
    addFilter(context, "prefix", Prefix.class, "/page.txt", "REQUEST");
    addFilter(context, "forwarded", Noting.class, "/seeing/forwarded", "FORWARD");
  }

  private static void addFilter(
      Context context, String name, Class<?> type, String path, String dispatcher) {
    FilterDef definition = new FilterDef();
    definition.setFilterName(name);
    definition.setFilterClass(type.getName());
    FilterMap mapping = new FilterMap();
    mapping.setFilterName(name);
    mapping.addURLPattern(path);
    mapping.setDispatcher(dispatcher);
    context.addFilterDef(definition);
    context.addFilterMap(mapping);
  }

  @AfterAll
  static void stopTomcat() {
    tomcat.close();
  }

  private static String get(Whose whose, String path) {
    return new Browser().get(tomcat.port(), whose.path() + path).body();
  }

  @ParameterizedTest
  @CsvSource({"TOMCATS, writer", "STICKY, writer", "NON_STICKY, writer", "NON_STICKY, stream"})
  void pageWhenAFilterHasWrittenBeforeItThenIsComplete(Whose whose, String way) {
    String body = get(whose, "/page.txt?" + way);

    assertEquals(Prefix.TEXT + PAGE, body);
  }

  @ParameterizedTest
  @EnumSource
  void asyncContextWhenStartedThenHasTheOriginalPair(Whose whose) {
    assertEquals("true", get(whose, "/seeing/async"));
  }

  @ParameterizedTest
  @EnumSource
  void attributeListenerWhenAServletSetsOneThenHearsOfNothingElseAndSeesItsRequest(Whose whose) {
    assertEquals("[added fruit, replaced fruit, removed fruit]", get(whose, "/seeing/attributes"));
  }

  @ParameterizedTest
  @EnumSource
  void attributesWhenListedThenAreThoseOfTomcat(Whose whose) {
    assertEquals(get(Whose.TOMCATS, "/seeing/names"), get(whose, "/seeing/names"));
  }

  @ParameterizedTest
  @EnumSource
  void optionsWhenTraceIsOffThenDoNotHaveIt(Whose whose) {
    assertEquals("GET, HEAD, OPTIONS", get(whose, "/seeing/options"));
  }

  @ParameterizedTest
  @EnumSource
  void classesWhenAskedForThenAreTomcats(Whose whose) {
    assertEquals("RequestFacade ResponseFacade CoyoteOutputStream", get(whose, "/seeing/classes"));
  }

  @ParameterizedTest
  @EnumSource
  void filtersWhenListedThenAreTheApplications(Whose whose) {
    assertEquals("[forwarded, prefix]", get(whose, "/seeing/filters"));
  }

  @ParameterizedTest
  @EnumSource
  void filterWhenTheRequestIsForwardedThenIsCalledInItsPlace(Whose whose) {
    assertEquals("forwarded.", get(whose, "/seeing/forward"));
  }

  /** Writes before the page. */
  public static final class Prefix extends HttpFilter {

    static final String TEXT = "<!-- twenty-one --> \n";

    private static final long serialVersionUID = 1L;

    @Override
    protected void doFilter(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      var unused = request.getSession();
      if (Objects.equals(request.getQueryString(), "writer")) {
        response.getWriter().print(TEXT);
      } else {
        response.getOutputStream().print(TEXT);
      }
      chain.doFilter(request, response);
    }
  }

  /** Says so when it is called. */
  public static final class Noting extends HttpFilter {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doFilter(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      response.getWriter().print(getFilterName());
      chain.doFilter(request, response);
    }
  }

  /** Hears of attributes of requests; leaves out Tomcat's own. */
  public static final class NodeReplies implements ServletRequestAttributeListener {

    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();
    private static final List<ServletRequest> REQUESTS = new CopyOnWriteArrayList<>();

    private static void note(String event, ServletRequestAttributeEvent attribute) {
      if (!attribute.getName().startsWith("org.apache.")) {
        EVENTS.add(event + attribute.getName());
        REQUESTS.add(attribute.getServletRequest());
      }
    }

    @Override
    public void attributeAdded(ServletRequestAttributeEvent event) {
      note("added ", event);
    }

    @Override
    public void attributeReplaced(ServletRequestAttributeEvent event) {
      note("replaced ", event);
    }

    @Override
    public void attributeRemoved(ServletRequestAttributeEvent event) {
      note("removed ", event);
    }
  }

  private static final class SeeingServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException, ServletException {
      request.getSession().setAttribute("seen", request.getPathInfo());
      switch (request.getPathInfo()) {
        case "/async" -> async(request, response);
        case "/attributes" -> attributes(request, response);
        case "/names" -> {
          List<String> names = new ArrayList<>(Collections.list(request.getAttributeNames()));
          Collections.sort(names);
          response.getWriter().print(names);
        }
        case "/options" -> {
          doOptions(request, response);
          response.getWriter().print(response.getHeader("Allow"));
        }
        case "/classes" ->
            response
                .getOutputStream()
                .print(
                    Stream.of(request, response, response.getOutputStream())
                        .map(each -> each.getClass().getSimpleName())
                        .reduce((one, other) -> one + " " + other)
                        .orElseThrow());
        case "/filters" -> {
          List<String> filters =
              new ArrayList<>(getServletContext().getFilterRegistrations().keySet());
          Collections.sort(filters);
          response.getWriter().print(filters);
        }
        case "/forward" ->
            request.getRequestDispatcher("/seeing/forwarded").forward(request, response);
        default -> response.getWriter().print(".");
      }
    }

    private static void async(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      AsyncContext async = request.startAsync();
      response.getWriter().print(async.hasOriginalRequestAndResponse());
      async.complete();
    }

    private static void attributes(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      request.setAttribute("fruit", "apple");
      request.setAttribute("fruit", "pear");
      request.removeAttribute("fruit");
      boolean isSame = NodeReplies.REQUESTS.stream().allMatch(other -> other == request);
      response.getWriter().print(isSame ? NodeReplies.EVENTS : "another request");
      NodeReplies.EVENTS.clear();
      NodeReplies.REQUESTS.clear();
    }
  }
}
