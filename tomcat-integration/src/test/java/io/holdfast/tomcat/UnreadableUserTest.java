package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.Serial;
import java.io.Serializable;
import java.security.Principal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A session whose user is of a class that another Tomcat cannot read, as where the application has
 * a new version of it.
 */
@Timeout(120)
class UnreadableUserTest extends WithOneNode {

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sessionWhenItsUserCannotBeReadThenGoesOnWithoutTheLogin(boolean isSticky) {
    PageTomcat t1 = start("t1", isSticky, User.class.getName());
    PageTomcat t2 = start("t2", isSticky, "com.acme.Other");
    assertEquals("done", t1.ask(browser, "set fruit apple"));
    t1.session(browser).setPrincipal(new User());
    assertEquals("done", t1.ask(browser, "set fruit pear"));

    assertEquals("pear", t2.ask(browser, "show fruit"));

    assertNull(t2.session(browser).getPrincipal());
  }

  /** Without stickiness a Tomcat stores only what has changed there. */
  @Test
  void userWhenAnotherTomcatCannotReadHimThenStaysWhereHeCanBeRead() {
    PageTomcat t1 = start("t1", false, User.class.getName());
    PageTomcat t2 = start("t2", false, "com.acme.Other");
    assertEquals("done", t1.ask(browser, "set fruit apple"));
    t1.session(browser).setPrincipal(new User());
    assertEquals("done", t1.ask(browser, "set fruit pear"));

    assertEquals("done", t2.ask(browser, "set fruit plum"));

    assertEquals("plum", t1.ask(browser, "show fruit"));
    assertNotNull(t1.session(browser).getPrincipal());
  }

  private PageTomcat start(String name, boolean isSticky, String allowed) {
    return start(name, settings(isSticky).allowedClasses(allowed));
  }

  private static final class User implements Principal, Serializable {

    @Serial private static final long serialVersionUID = 1L;

    @Override
    public String getName() {
      return "ann";
    }
  }
}
