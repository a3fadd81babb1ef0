package io.holdfast.tomcat.jmx;

import io.holdfast.core.log.Loggers;
import io.holdfast.sessions.runtime.RuntimeView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.apache.tomcat.util.modeler.Registry;
import org.jspecify.annotations.Nullable;

/** The MBeans of the nodes of one component, beside its own. */
public final class NodeBeans {

  private static final System.Logger LOG = Loggers.of(NodeBeans.class);

  private static final String TYPE = "MemcachedNode";

  /** What must be quoted in a name, as there is in an id that is host and port. */
  private static final String SPECIAL = ".*[,=:\"*?\n].*";

  private final Supplier<@Nullable ObjectName> component;
  private final Supplier<@Nullable RuntimeView> observed;
  private final Map<String, ObjectName> registered = new HashMap<>();

  /**
   * Registers nothing yet.
   *
   * @param component the name of the component's own MBean; null if it has none
   * @param observed what it shows; null while it does nothing
   */
  public NodeBeans(
      Supplier<@Nullable ObjectName> component, Supplier<@Nullable RuntimeView> observed) {
    this.component = component;
    this.observed = observed;
  }

  /** From now on there is one for each node that is in use now, and no other. */
  public synchronized void refresh() {
    ObjectName own = component.get();
    RuntimeView now = own == null ? null : observed.get();
    Set<String> ids =
        now == null
            ? Set.of()
            : now.nodes().stream().map(node -> node.address().id()).collect(Collectors.toSet());
    List.copyOf(registered.keySet()).stream().filter(id -> !ids.contains(id)).forEach(this::remove);
    if (own != null) {
      ids.stream().filter(id -> !registered.containsKey(id)).forEach(id -> add(own, id));
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
    String others =
        own.getKeyPropertyList().entrySet().stream()
            .filter(key -> !key.getKey().equals("type"))
            .sorted(Map.Entry.comparingByKey())
            .map(key -> "," + key.getKey() + "=" + key.getValue())
            .collect(Collectors.joining());
    return new ObjectName(
        "%s:type=%s%s,node=%s"
            .formatted(
                own.getDomain(), TYPE, others, id.matches(SPECIAL) ? ObjectName.quote(id) : id));
  }

  private static Registry registry() {
    return Registry.getRegistry(null, null);
  }
}
