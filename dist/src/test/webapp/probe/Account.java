package probe;

import java.io.Serializable;
import java.security.Principal;

/** A user as only this application knows him. */
public final class Account implements Principal, Serializable {

  private static final long serialVersionUID = 1L;

  private final String name;

  public Account(String name) {
    this.name = name;
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Account account && account.name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return "account of " + name;
  }
}
