package io.holdfast.serializer.tests.frameworks;

import com.vaadin.flow.di.LookupInitializer;
import com.vaadin.flow.server.VaadinServlet;
import com.vaadin.flow.server.startup.LookupServletContainerInitializer;
import com.vaadin.flow.server.startup.RouteRegistryInitializer;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.mock.web.MockServletConfig;
import org.springframework.mock.web.MockServletContext;

/** A server with Vaadin's own servlet, and the requests that the script in a browser sends. */
final class VaadinFlow {

  private static final String SESSION = "com.vaadin.flow.server.VaadinSession.counter";
  private static final String ID = "s1";

  private final MockServletContext context = new MockServletContext();
  private final MockHttpSession session = new MockHttpSession(context, ID);
  private final VaadinServlet servlet = new VaadinServlet();

  /**
   * What the script in a browser knows.
   *
   * @param key that its messages need
   * @param button the number of the button
   * @param messages how many it has sent
   */
  record Browser(String key, String button, int messages) {

    /** The same after one message more. */
    Browser next() {
      return new Browser(key, button, messages + 1);
    }
  }

  /** One in production mode that no browser has visited. */
  VaadinFlow() {
    this(true);
  }

  /** One that no browser has visited. */
  VaadinFlow(boolean isInProduction) {
    context.addInitParameter("productionMode", String.valueOf(isInProduction));
    try {
      new LookupServletContainerInitializer().onStartup(Set.of(LookupInitializer.class), context);
      new RouteRegistryInitializer().onStartup(Set.of(VaadinView.class), context);
      servlet.init(new MockServletConfig(context, "counter"));
    } catch (ServletException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What Vaadin keeps in the session beside a lock. */
  Object session() {
    return Objects.requireNonNull(session.getAttribute(SESSION));
  }

  /** The session came from another server. */
  void take(Object other) {
    session.setAttribute(SESSION, other);
  }

  /** Opens the view in a browser that has not been here. */
  Browser open() {
    MockHttpServletRequest request = request("GET");
    request.setParameter("v-r", "init");
    request.setParameter("location", "");
    request.setParameter("query", "");
    String key = found("\"Vaadin-Security-Key\":\"([^\"]+)\"", answer(request));
    Browser unseen = new Browser(key, "", 0);
    String view =
        send(
            unseen,
            """
            {"type":"event","node":1,"event":"ui-navigate","data":{"route":"","query":"",\
            "appShellTitle":"","historyState":null,"trigger":""}}""");
    return new Browser(key, found("\"node\":(\\d+),[^}]*\"value\":\"button\"", view), 1);
  }

  /** Clicks on the button of the view, and returns what is shown then. */
  String click(Browser browser) {
    String event =
        "{\"type\":\"event\",\"node\":%s,\"event\":\"click\",\"data\":{}}"
            .formatted(browser.button);
    return found("\"key\":\"text\",[^}]*\"value\":\"(\\d+)\"", send(browser, event));
  }

  private String send(Browser browser, String event) {
    MockHttpServletRequest request = request("POST");
    request.setParameter("v-r", "uidl");
    request.setParameter("v-uiId", "0");
    request.setContentType("application/json; charset=UTF-8");
    request.setContent(
        "{\"csrfToken\":\"%s\",\"rpc\":[%s],\"syncId\":%d,\"clientId\":%3$d}"
            .formatted(browser.key, event, browser.messages)
            .getBytes(StandardCharsets.UTF_8));
    return answer(request);
  }

  private MockHttpServletRequest request(String method) {
    MockHttpServletRequest request = new MockHttpServletRequest(context, method, "/");
    request.setPathInfo("/");
    request.setSession(session);
    request.setCookies(new Cookie("JSESSIONID", ID));
    request.setRequestedSessionId(ID);
    request.setRequestedSessionIdValid(true);
    return request;
  }

  private String answer(MockHttpServletRequest request) {
    MockHttpServletResponse response = new MockHttpServletResponse();
    try {
      servlet.service(request, response);
      return response.getContentAsString();
    } catch (ServletException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String found(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    if (!matcher.find()) {
      throw new IllegalStateException("no " + pattern + " in " + text);
    }
    return matcher.group(1);
  }
}
