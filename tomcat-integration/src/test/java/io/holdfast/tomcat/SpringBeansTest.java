package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;
import org.apache.catalina.LifecycleException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ApplicationContext;

/** Beans of Spring's session scope, with stand-ins for Spring's classes. */
@Timeout(120)
final class SpringBeansTest extends WithOneNode {

  /** Beans that were destroyed, by Tomcat. */
  private final List<String> destroyed = new CopyOnWriteArrayList<>();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void invalidateWhenTheSessionWasTakenOverThenItsBeanIsDestroyedThereOnce(boolean sticky)
      throws LifecycleException {
    try (PageTomcat t1 = tomcat("t1", sticky);
        PageTomcat t2 = tomcat("t2", sticky)) {
      Browser browser = new Browser();
      t1.ask(browser, "set");
      assertEquals("apples", t2.ask(browser, "get"));

      t2.ask(browser, "end");

      assertEquals(List.of("basket apples at t2"), destroyed);
    }
  }

  private PageTomcat tomcat(String route, boolean sticky) throws LifecycleException {
    return new PageTomcat(
        base,
        route,
        route,
        MemcachedSessionManager.builder()
            .memcachedNodes("127.0.0.1:" + node.port())
            .sticky(sticky)
            .set(Setting.SESSION_BACKUP_ASYNC, false)
            .set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(10))
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(10)),
        new Page(),
        context -> {
          ApplicationContext spring = () -> new Factory(route, destroyed);
          context
              .getServletContext()
              .setAttribute("org.springframework.web.context.WebApplicationContext.ROOT", spring);
        });
  }

  /** What Holdfast calls of Spring's bean factory. */
  public static final class Factory {

    private final String tomcat;
    private final List<String> destroyed;

    Factory(String tomcat, List<String> destroyed) {
      this.tomcat = tomcat;
      this.destroyed = destroyed;
    }

    /** Returns whether the context has such a bean. */
    public boolean containsBeanDefinition(String name) {
      return name.equals("basket");
    }

    /** Returns how a bean is made. */
    public Definition getMergedBeanDefinition(String name) {
      return new Definition();
    }

    /** Returns the loader of Spring. */
    public ClassLoader getBeanClassLoader() {
      return SpringBeansTest.class.getClassLoader();
    }

    /** Calls what the bean has {@code @PreDestroy} on. */
    public void destroyBean(String name, Object bean) {
      destroyed.add(name + " " + bean + " at " + tomcat);
    }
  }

  /** How a bean is made. */
  public static final class Definition {

    /** Returns the scope of the bean. */
    public String getScope() {
      return "session";
    }
  }

  private static final class Page extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      HttpSession session = request.getSession();
      switch (request.getParameter("way")) {
        case "set" -> session.setAttribute("basket", "apples");
        case "end" -> session.invalidate();
        default -> response.getWriter().print(session.getAttribute("basket"));
      }
    }
  }
}
