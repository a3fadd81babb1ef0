package io.holdfast.applications.spring;

import java.io.Serializable;

/** What the forms fill, step by step. */
public class Order implements Serializable {

  private static final long serialVersionUID = 1L;

  private String item = "";
  private int count;
  private String street = "";

  /** What is ordered. */
  public String getItem() {
    return item;
  }

  /** Bound to a field of the first form. */
  public void setItem(String item) {
    this.item = item;
  }

  /** How many. */
  public int getCount() {
    return count;
  }

  /** Bound to a field of the first form. */
  public void setCount(int count) {
    this.count = count;
  }

  /** Where it goes. */
  public String getStreet() {
    return street;
  }

  /** Bound to a field of the second form. */
  public void setStreet(String street) {
    this.street = street;
  }

  @Override
  public String toString() {
    return count + " x " + item + " to " + street;
  }
}
