package io.holdfast.applications.faces;

import jakarta.enterprise.context.SessionScoped;
import jakarta.inject.Named;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Who is logged in, and what he has ordered: lives as long as the session. */
@Named
@SessionScoped
public class Shopper implements Serializable {

  private static final long serialVersionUID = 1L;

  private String name = "";
  private final List<String> orders = new ArrayList<>();

  /** Shown on every page. */
  public String getName() {
    return name;
  }

  /** Bound to the login. */
  public void setName(String name) {
    this.name = name;
  }

  /** Shown on the last page. */
  public List<String> getOrders() {
    return orders;
  }
}
