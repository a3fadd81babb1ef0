package io.holdfast.benchmarks.serializers.tickets;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A user with what the directory says about it. */
@SuppressWarnings("serial")
public final class Principal implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String id;
  private final Map<String, Object> attributes = new HashMap<>();

  /** Creates it with what the directory says. */
  public Principal(String id, String displayName, int employeeNumber) {
    this.id = id;
    attributes.put("displayName", displayName);
    attributes.put("mail", id + "@example.org");
    attributes.put("employeeNumber", employeeNumber);
    attributes.put("memberOf", new ArrayList<>(List.of("staff", "library", "mail-users")));
  }

  /** The name to log in with. */
  public String id() {
    return id;
  }

  /** What the directory says. */
  public Map<String, Object> attributes() {
    return attributes;
  }
}
