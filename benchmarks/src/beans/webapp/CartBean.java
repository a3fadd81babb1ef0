package beans;

import java.util.ArrayList;
import java.util.List;
import javax.ejb.Remove;
import javax.ejb.Stateful;

/** Keeps the parts in a bean; TomEE writes it to a file when there are too many beans. */
@Stateful
public class CartBean implements Cart {

  private final List<String> parts = new ArrayList<>();

  @Override
  public int add(String part) {
    parts.add(part);
    return parts.size();
  }

  @Override
  public int checksum() {
    return parts.hashCode();
  }

  @Override
  @Remove
  public void remove() {
    // what the annotation does is all
  }
}
