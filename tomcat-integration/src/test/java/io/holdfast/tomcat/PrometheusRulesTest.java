package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.metrics.Reading;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The rules for Prometheus in the document, on the MBeans of a Tomcat that runs. */
@Timeout(120)
class PrometheusRulesTest {

  private static final Path DOCUMENT = Path.of("../docs/operations.md");
  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

  /** How the exporter takes a name apart. */
  private static final Pattern KEY =
      Pattern.compile("([^,=:*?]+)=(\"(?:[^\\\\\"]*(?:\\\\.)?)*\"|[^,=:\"]*)");

  @TempDir private Path base;
  private final Tomcat tomcat = new Tomcat();
  private final MemcachedNode n1 = MemcachedNodes.start();
  private final MemcachedNode n2 = MemcachedNodes.start();

  @BeforeEach
  void start() throws LifecycleException {
    tomcat.setBaseDir(base.toString());
    tomcat.setPort(0);
    tomcat.getEngine().setName("Catalina");
    deploy("", "n1:%s n2:%s".formatted(n1.address(), n2.address()));
    deploy("/shop", n1.address().toString());
    MemcachedSingleSignOn signOn = new MemcachedSingleSignOn();
    signOn.setMemcachedNodes("s1:" + n1.address());
    tomcat.getHost().getPipeline().addValve(signOn);
    tomcat.start();
  }

  private void deploy(String path, String nodes) {
    StandardContext context = new StandardContext();
    context.setPath(path);
    context.setDocBase(base.toString());
    context.addLifecycleListener(new Tomcat.FixContextListener());
    context.setManager(MemcachedSessionManager.builder().memcachedNodes(nodes).build());
    tomcat.getHost().addChild(context);
  }

  @AfterEach
  void stop() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
    n1.close();
    n2.close();
  }

  @Test
  void rulesWhenAppliedThenExportEachReadingOfEachComponent() throws Exception {
    Set<String> exported = export();

    for (Reading reading : Reading.all()) {
      assertExported(exported, "holdfast_" + reading.name() + "{context=/, host=localhost}");
      assertExported(exported, "holdfast_" + reading.name() + "{context=/shop, host=localhost}");
      assertExported(exported, "holdfast_sso_" + reading.name() + "{host=localhost}");
    }
    assertExported(exported, "holdfast_started{context=/shop, host=localhost}");
  }

  @Test
  void rulesWhenAppliedThenExportEachNodeWithItsIdAsALabel() throws Exception {
    for (String number : List.of("lost", "operations", "failures", "operationMicrosP99")) {
      Set<String> exported = export();

      String shop = "{context=/shop, host=localhost, node=%s}".formatted(n1.address());
      assertExported(exported, "holdfast_node_" + number + shop);
      for (String id : List.of("n1", "n2")) {
        String root = "{context=/, host=localhost, node=%s}".formatted(id);
        assertExported(exported, "holdfast_node_" + number + root);
      }
      assertExported(exported, "holdfast_sso_node_" + number + "{host=localhost, node=s1}");
    }
  }

  @Test
  void nodesWhenOneIsTakenOutOrAddedThenHaveMBeansAccordingly() throws Exception {
    MemcachedSessionManager root =
        (MemcachedSessionManager) ((StandardContext) tomcat.getHost().findChild("")).getManager();
    ObjectName first = node("context=/,host=localhost,node=n1");
    assertEquals(n1.address().toString(), SERVER.getAttribute(first, "address"));
    for (int i = 0; i < 20; i++) {
      assertNull(root.findSession("0123456789ABCDEF" + i)); // asks a node, now this one, now that
    }
    Await.until("operations are counted", () -> number(first, "operations") > 0);
    assertEquals("AVAILABLE", SERVER.getAttribute(first, "state"));

    root.changeNodes("n2:%s n3:%s".formatted(n2.address(), n1.address()), "", "auto");

    assertTrue(SERVER.isRegistered(node("context=/,host=localhost,node=n3")));
    Await.until("n1 has left", () -> !SERVER.isRegistered(first));
    tomcat.getHost().findChild("").stop();
    assertEquals(Set.of(), SERVER.queryNames(node("context=/,*"), null));
    tomcat.getHost().findChild("").start();
    assertEquals(2, SERVER.queryNames(node("context=/,*"), null).size());
  }

  @Test
  void nodesWhenTheStartHasFailedThenHaveNoMBean() throws Exception {
    StandardContext shop = (StandardContext) tomcat.getHost().findChild("/shop");
    shop.stop();
    ((MemcachedSessionManager) shop.getManager()).setTranscoderFactoryClass("com.acme.Missing");

    shop.start();

    assertEquals(Set.of(), SERVER.queryNames(node("context=/shop,*"), null));
    ObjectName manager = new ObjectName("Catalina:type=Manager,host=localhost,context=/shop");
    assertEquals(false, SERVER.getAttribute(manager, "started"));
    assertTrue(
        export().stream()
            .noneMatch(name -> name.startsWith("holdfast_backupsStored{context=/shop")));
  }

  private static ObjectName node(String keys) throws JMException {
    return new ObjectName("Catalina:type=MemcachedNode," + keys);
  }

  private static long number(ObjectName name, String attribute) {
    try {
      return SERVER.getAttribute(name, attribute) instanceof Number n ? n.longValue() : -1;
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assertExported(Set<String> exported, String metric) {
    assertTrue(exported.contains(metric), () -> metric + " is not in " + exported);
  }

  // ---- what the exporter does ----

  /**
   * One rule of the document.
   *
   * @param labels names with templates
   */
  private record Rule(Pattern pattern, String name, Map<String, String> labels) {

    String apply(Matcher match) {
      Map<String, String> values = new TreeMap<>();
      labels.forEach((label, template) -> values.put(label, filled(template, match)));
      return filled(name, match) + values;
    }

    private static String filled(String template, Matcher match) {
      String filled = template;
      for (int group = 1; group <= match.groupCount(); group++) {
        filled = filled.replace("$" + group, match.group(group));
      }
      return filled;
    }
  }

  /** Each number as {@code name{labels}}; what no rule fits is left out. */
  private static Set<String> export() throws IOException, JMException {
    String document = Files.readString(DOCUMENT);
    List<Rule> rules = rules(document);
    Set<String> exported = new TreeSet<>();
    for (String pattern : found(document, "- \"(Catalina:[^\"]*)\"")) {
      for (ObjectName name : SERVER.queryNames(new ObjectName(pattern), null)) {
        for (String line : lines(name)) {
          first(rules, line).ifPresent(exported::add);
        }
      }
    }
    return exported;
  }

  private static Optional<String> first(List<Rule> rules, String line) {
    return rules.stream()
        .flatMap(
            rule -> {
              Matcher match = rule.pattern().matcher(line);
              return match.matches() ? Stream.of(rule.apply(match)) : Stream.of();
            })
        .findFirst();
  }

  private static List<Rule> rules(String document) {
    List<Rule> rules = new ArrayList<>();
    Matcher rule =
        Pattern.compile("- pattern: '(.*)'\\s+name: (\\S+)\\s+labels: \\{(.*)}").matcher(document);
    while (rule.find()) {
      Map<String, String> labels =
          Stream.of(rule.group(3).split(", ", -1))
              .map(label -> label.split(": ", 2))
              .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1].replace("\"", "")));
      rules.add(
          new Rule(Pattern.compile("^.*(?:" + rule.group(1) + ").*$"), rule.group(2), labels));
    }
    return rules;
  }

  private static List<String> found(String text, String pattern) {
    return Pattern.compile(pattern).matcher(text).results().map(r -> r.group(1)).toList();
  }

  /** Numbers as the rules see them: keys in the order in which the MBean was registered. */
  private static List<String> lines(ObjectName name) throws JMException {
    List<String> keys = new ArrayList<>();
    Matcher key = KEY.matcher(name.getKeyPropertyListString());
    while (key.find()) {
      keys.add(key.group());
    }
    List<String> lines = new ArrayList<>();
    for (MBeanAttributeInfo attribute : SERVER.getMBeanInfo(name).getAttributes()) {
      Object value = attribute.isReadable() ? SERVER.getAttribute(name, attribute.getName()) : null;
      if (value instanceof Number || value instanceof Boolean) {
        lines.add(
            "%s<%s><>%s: %s"
                .formatted(name.getDomain(), String.join(", ", keys), attribute.getName(), value));
      }
    }
    return lines;
  }
}
