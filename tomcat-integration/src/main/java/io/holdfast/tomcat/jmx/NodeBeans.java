package io.holdfast.tomcat.jmx;

import io.holdfast.core.log.Loggers;
import io.holdfast.sessions.node.NodeStatus;
import io.holdfast.sessions.runtime.RuntimeView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.apache.catalina.JmxEnabled;
import org.apache.tomcat.util.modeler.Registry;

/** The MBeans of the nodes of one component, beside its own. */
public final class NodeBeans {

  private static final System.Logger LOG = Loggers.of(NodeBeans.class);

  private static final String TYPE = "MemcachedNode";

  /** What must be quoted in a name, as there is in an id that is host and port. */
  private static final String SPECIAL = ".*[,=:\"*?\n].*";

  private final JmxEnabled component;
  private final Measured observed;
  private final Map<String, ObjectName> registered = new HashMap<>();

  /** Registers nothing yet; the component has an MBean of its own, or none. */
  public <C extends JmxEnabled & Measured> NodeBeans(C component) {
    this.component = component;
    this.observed = component;
  }

  /** From now on there is one for each node that is in use now, and no other. */
  public synchronized void refresh() {
    ObjectName own = component.getObjectName();
    RuntimeView now = own == null ? null : observed.observed();
    Set<String> ids = new HashSet<>();
    for (NodeStatus node : now == null ? List.<NodeStatus>of() : now.nodes()) {
      ids.add(node.address().id());
    }
    for (String id : List.copyOf(registered.keySet())) {
      if (!ids.contains(id)) {
        remove(id);
      }
    }
    for (String id : ids) {
      if (own != null && !registered.containsKey(id)) {
        add(own, id);
      }
    }
  }

  /** Replaces the MBean of a component that could not be stopped. */
  private void add(ObjectName own, String id) {
    try {
      ObjectName name = nameOf(own, id);
      registry().registerComponent(new NodeBean(id, observed), name, null);
      registered.put(id, name);
    } catch (Exception e) { // sessions matter more than who watches
      LOG.log(System.Logger.Level.WARNING, "Cannot register the MBean of node " + id, e);
    }
  }

  private void remove(String id) {
    registry().unregisterComponent(registered.remove(id));
  }

  private static ObjectName nameOf(ObjectName own, String id) throws MalformedObjectNameException {
    StringBuilder others = new StringBuilder();
    for (Map.Entry<String, String> key : new TreeMap<>(own.getKeyPropertyList()).entrySet()) {
      if (!key.getKey().equals("type")) {
        others.append(',').append(key.getKey()).append('=').append(key.getValue());
      }
    }
    return new ObjectName(
        "%s:type=%s%s,node=%s"
            .formatted(
                own.getDomain(), TYPE, others, id.matches(SPECIAL) ? ObjectName.quote(id) : id));
  }

  private static Registry registry() {
    return Registry.getRegistry(null, null);
  }
}
