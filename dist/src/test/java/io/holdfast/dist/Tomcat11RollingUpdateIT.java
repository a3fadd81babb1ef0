package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import io.holdfast.testkit.tomcat.WebAppCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A rolling update without stickiness: the first Tomcat has the old version of the application, the
 * second one the new version, in which a number of a nested class became a {@code long}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class Tomcat11RollingUpdateIT {

  private static final List<String> SERIALIZERS = List.of("java", "kryo", "xstream", "javolution");

  /** No {@code int}. */
  private static final String LARGE = "3000000000";

  private static final String CART =
      """
      package shop;

      public final class Cart implements java.io.Serializable {
        private static final long serialVersionUID = 1;
        final Items items = new Items();

        static final class Items implements java.io.Serializable {
          private static final long serialVersionUID = 1;
          NUMBER number;
        }
      }
      """;

  /** An application that makes a cart where it finds none. */
  private static final String SERVLET =
      """
      package shop;

      import java.io.IOException;
      import javax.servlet.annotation.WebServlet;
      import javax.servlet.http.HttpServlet;
      import javax.servlet.http.HttpServletRequest;
      import javax.servlet.http.HttpServletResponse;

      @WebServlet("/add")
      public final class AddServlet extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
          Cart cart = (Cart) request.getSession().getAttribute("cart");
          if (cart == null) {
            cart = new Cart();
          }
          cart.items.number += Long.parseLong(request.getParameter("items"));
          request.getSession().setAttribute("cart", cart);
          response.getWriter().print(cart.items.number);
        }
      }
      """;

  private final MemcachedNode node = StoreNodes.start();
  private @Nullable TomcatProcess old;
  private @Nullable TomcatProcess updated;

  @BeforeAll
  void startTomcats() throws IOException {
    old = tomcat("t1", "int").start();
    updated = tomcat("t2", "long").start();
  }

  private TomcatSettings tomcat(String name, String number) throws IOException {
    TomcatDistribution distribution = Cluster.distribution(11);
    Path folder = TestFolder.resolve("shop-" + number);
    Path sources = Files.createDirectories(folder.resolve("sources"));
    Files.writeString(sources.resolve("Cart.java"), CART.replace("NUMBER", number));
    Files.writeString(sources.resolve("AddServlet.java"), SERVLET);
    Path application = folder.resolve("application");
    new WebAppCompiler(distribution).compile(sources, application);
    TomcatSettings settings =
        TomcatProcess.of(distribution)
            .jvmOptions(Surroundings.of(name))
            .libraries(StoreNodes.with(Cluster.jars("java")))
            .libraries(JarFolder.besideThoseOfJava());
    for (String serializer : SERIALIZERS) {
      ContextXml context = ContextXml.synchronous(serializer).manager("sticky", "false");
      settings.application(
          serializer, application, context.toXml("n1:" + node.location(), serializer));
    }
    return settings;
  }

  @AfterAll
  void stopTomcats() {
    if (old != null) {
      old.close();
    }
    if (updated != null) {
      updated.close();
    }
    node.close();
  }

  /** What is lost is never lost silently. */
  @ParameterizedTest
  @ValueSource(strings = {"java", "kryo", "xstream", "javolution"})
  void cartWhenTheOldVersionCannotReadItAndMakesANewOneThenIsCountedAndInTheLog(String serializer) {
    Browser browser = new Browser();
    long before = replaced(old(), serializer);
    add(browser, updated(), serializer, "1");
    assertEquals("3000000001", add(browser, updated(), serializer, LARGE));

    assertEquals("1", add(browser, old(), serializer, "1"));

    assertEquals(before + 1, replaced(old(), serializer));
    assertEquals(1, warnings(old(), browser));
    assertEquals(0, replaced(updated(), serializer));
    assertEquals(0, warnings(updated(), browser));
  }

  /** These read a number into a narrower type where it fits. */
  @ParameterizedTest
  @ValueSource(strings = {"kryo", "xstream", "javolution"})
  void cartWhenItsNumberFitsThenBothVersionsGoOnWithIt(String serializer) {
    Browser browser = new Browser();
    long before = replaced(old(), serializer);

    assertEquals("5", add(browser, old(), serializer, "5"));
    assertEquals("6", add(browser, updated(), serializer, "1"));
    assertEquals("8", add(browser, old(), serializer, "2"));
    assertEquals("11", add(browser, updated(), serializer, "3"));

    assertEquals(before, replaced(old(), serializer));
    assertEquals(0, warnings(old(), browser));
  }

  private static String add(
      Browser browser, TomcatProcess tomcat, String serializer, String items) {
    Response response = browser.get(tomcat.port(), "/" + serializer + "/add?items=" + items);
    assertEquals(200, response.status(), response::body);
    return response.body();
  }

  private static long replaced(TomcatProcess tomcat, String serializer) {
    try (ManagerBean manager = ManagerBean.of(tomcat, serializer)) {
      return (Long) manager.get("attributesUnreadableReplaced");
    }
  }

  /** The lines about the session's cart; the log has the beginning of its id. */
  private static long warnings(TomcatProcess tomcat, Browser browser) {
    String id = Objects.requireNonNull(browser.cookie("JSESSIONID"));
    return tomcat
        .logs()
        .lines()
        .filter(line -> line.contains(id.substring(0, 6)))
        .filter(line -> line.contains("Was that written by a newer version of the application?"))
        .count();
  }

  private TomcatProcess old() {
    return Objects.requireNonNull(old);
  }

  private TomcatProcess updated() {
    return Objects.requireNonNull(updated);
  }
}
