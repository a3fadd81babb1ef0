package io.holdfast.applications.faces;

import jakarta.faces.context.FacesContext;
import jakarta.faces.view.ViewScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Two steps of one page: lives as long as the page is not left. */
@Named
@ViewScoped
public class Wizard implements Serializable {

  private static final long serialVersionUID = 1L;

  /** A proxy for the one of the session; set by CDI. */
  @Inject
  @SuppressWarnings("NullAway.Init")
  private Shopper shopper;

  private final List<String> items = new ArrayList<>();
  private String item = "";
  private String street = "";
  private boolean filled;

  /** Puts one more item into the order. */
  public void add() {
    items.add(item);
    item = "";
  }

  /** Goes on to the address. */
  public void next() {
    filled = true;
  }

  /** Completes the order, and leaves the page. */
  public String order() {
    shopper.getOrders().add(String.join(", ", items) + " to " + street);
    FacesContext.getCurrentInstance().getExternalContext().getFlash().put("done", "Ordered");
    return "orders?faces-redirect=true";
  }

  /** What the order has so far. */
  public List<String> getItems() {
    return items;
  }

  /** Bound to a field of the first step. */
  public String getItem() {
    return item;
  }

  /** Bound to a field of the first step. */
  public void setItem(String item) {
    this.item = item;
  }

  /** Bound to the field of the second step. */
  public String getStreet() {
    return street;
  }

  /** Bound to the field of the second step. */
  public void setStreet(String street) {
    this.street = street;
  }

  /** Returns whether the second step is to be seen. */
  public boolean isFilled() {
    return filled;
  }
}
