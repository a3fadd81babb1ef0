package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import java.util.ArrayList;
import java.util.List;

/** Managers that cannot start, and do once an operator has corrected what was wrong. */
abstract class FailedStartTests extends ClusterTests {

  /** What is deployed for these tests. */
  static List<ContextXml> contexts() {
    List<ContextXml> contexts = new ArrayList<>();
    contexts.addAll(
        Mode.each(
            ContextXml.named("misspelt").manager("operationTimeout", "soon"),
            ContextXml.named("broken").manager("operationTimeout", "soon"),
            ContextXml.named("unusable").manager("transcoderFactoryClass", "java.lang.String")));
    return contexts;
  }

  @InEachMode
  void contextWhenAnAttributeIsCorrectedByJmxThenStarts(Mode mode) {
    assertRepairable(mode, "misspelt", "operationTimeout", "1000");
  }

  @InEachMode
  void contextWhenItsUnusableFactoryIsReplacedByJmxThenStarts(Mode mode) {
    assertRepairable(mode, "unusable", "transcoderFactoryClass", "java");
  }

  private void assertRepairable(Mode mode, String purpose, String attribute, String value) {
    String context = mode.context(purpose);
    ManagerApplication manager = new ManagerApplication(t1());
    assertEquals(404, new Browser().get(t1().port(), "/" + context + "/probe/info").status());
    assertEquals(List.of(), threadsOf(context));
    assertEquals(List.of(), nodesOf(context));

    try (ManagerBean bean = ManagerBean.of(t1(), context)) {
      assertEquals(false, bean.get("started"));
      assertNull(bean.get("backupsStored"));
      bean.set(attribute, value);
    }
    manager.command("start?path=/" + context);

    Visitor visitor = mode.visitor(purpose);
    visitor.ask(t1(), "set?name=fruit&value=apple");
    Await.until("stored", () -> cluster().isStored(visitor.id()));
    assertEquals(2, nodesOf(context).size(), () -> manager.mbeans().toString());
    manager.command("stop?path=/" + context);
    Await.until("no thread is left", () -> threadsOf(context).isEmpty());
    assertEquals(List.of(), nodesOf(context));
  }

  @InEachMode
  void attributeWhenTheStartHasFailedAndItsNewValueIsWrongThenIsRefused(Mode mode) {
    try (ManagerBean bean = ManagerBean.of(t1(), mode.context("broken"))) {
      IllegalArgumentException refusal =
          assertThrows(IllegalArgumentException.class, () -> bean.set("operationTimeout", "later"));

      String message = String.valueOf(refusal.getMessage());
      assertTrue(message.startsWith("operationTimeout=\"later\": use 1ms to 1h"), message);
      assertEquals("soon", bean.get("operationTimeout"));
    }
  }

  /** The MBeans of the nodes of an application. */
  private List<String> nodesOf(String context) {
    return ManagerBean.names(t1(), "*:type=MemcachedNode,context=/" + context + ",*");
  }

  private List<String> threadsOf(String context) {
    return HoldfastThreads.names(t1(), "app").stream()
        .filter(name -> name.contains("/" + context + "-"))
        .toList();
  }
}
