package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
  void invalidateWhenTheSessionWasTakenOverThenItsBeanIsDestroyedThereOnce(boolean sticky) {
    PageTomcat t1 = start("t1", sticky);
    PageTomcat t2 = start("t2", sticky);
    assertEquals("done", t1.ask(browser, "set basket apples"));
    assertEquals("apples", t2.ask(browser, "show basket"));

    assertEquals("done", t2.ask(browser, "end"));

    assertEquals(List.of("basket apples at t2"), destroyed);
  }

  private PageTomcat start(String name, boolean sticky) {
    ApplicationContext spring = () -> new Factory(name, destroyed);
    return start(
        name,
        settings(sticky),
        context ->
            context
                .getServletContext()
                .setAttribute(
                    "org.springframework.web.context.WebApplicationContext.ROOT", spring));
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

  @Override
  boolean isRoutedAlways() {
    return true;
  }
}
