package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.http.Response;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sessions that another Tomcat goes on with, because theirs is gone or because they were moved. */
abstract class TakeoverSuite extends ClusterSuite {

  @Override
  List<ContextXml> contexts() {
    return List.of(ContextXml.synchronous("app"));
  }

  // ---- 16: the owner is killed ----

  @Test
  void requestWhenItsTomcatWasKilledThenTheNextOneHasTheSession() {
    Visitor visitor = new Visitor("app");
    visitor.ask(t1(), "basket/new");
    visitor.ask(t1(), "basket/add?value=apple");
    visitor.ask(t1(), "basket/add?value=pear");
    String before = visitor.id();

    t1().kill();
    Response after = visitor.at(t2(), "basket");

    assertEquals("basket=[apple, pear]", after.body().strip(), () -> t2().logs());
    assertTrue(before.endsWith(".t1"), before);
    assertEquals(before.replace(".t1", ".t2"), visitor.id());
    assertEquals(1, after.setCookies().size());
    assertEquals(List.of(), visitor.at(t2(), "basket").setCookies());
  }
}
