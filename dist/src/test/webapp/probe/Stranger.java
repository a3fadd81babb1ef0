package probe;

import java.security.Principal;

/** A user that cannot be serialized. */
public final class Stranger implements Principal {

  private final String name;

  public Stranger(String name) {
    this.name = name;
  }

  @Override
  public String getName() {
    return name;
  }
}
