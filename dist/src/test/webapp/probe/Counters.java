package probe;

import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.StringJoiner;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** What the session manager of one web application tells by JMX. */
final class Counters {

  private Counters() {}

  /** Prints the lost nodes, all nodes with their state and failures, the sessions in this Tomcat, its busy threads, and each counter. */
  static void print(String contextPath, PrintWriter out) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      ObjectName pattern = new ObjectName("*:type=Manager,context=" + contextPath + ",*");
      ObjectName manager = server.queryNames(pattern, null).iterator().next();
      Object lost = server.getAttribute(manager, "lostNodes");
      out.println("lost=" + String.join(",", (String[]) lost));
      Object nodes = server.getAttribute(manager, "nodes");
      out.println("nodes=" + String.join(",", (String[]) nodes));
      StringJoiner failures = new StringJoiner(",");
      ObjectName nodeBeans = new ObjectName("*:type=MemcachedNode,context=" + contextPath + ",*");
      for (ObjectName node : server.queryNames(nodeBeans, null)) {
        failures.add(node.getKeyProperty("node") + ":" + server.getAttribute(node, "failures"));
      }
      out.println("failures=" + failures);
      out.println("active=" + server.getAttribute(manager, "activeSessions"));
      long busy = 0;
      for (ObjectName pool : server.queryNames(new ObjectName("*:type=ThreadPool,*"), null)) {
        if (pool.getKeyProperty("subType") == null) { // one for each connector
          busy += ((Number) server.getAttribute(pool, "currentThreadsBusy")).longValue();
        }
      }
      out.println("busy=" + busy);
      Object counters = server.getAttribute(manager, "counters");
      List.of((String[]) counters).forEach(out::println);
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }
}
