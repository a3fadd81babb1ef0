package io.holdfast.serializer.tests;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Classes of an application whose objects are in golden files. They are never changed, renamed or
 * moved: their objects are on users' nodes.
 */
final class GoldenSamples {

  private GoldenSamples() {}

  static Cart cart() {
    Item book = new Item("three books", new BigDecimal("12.50"));
    Cart cart = new Cart();
    cart.items.add(book);
    cart.items.add(new Item("größe \uD83D\uDED2", new BigDecimal("-0.01")));
    cart.byName.put("book", book);
    cart.itself = cart;
    return cart;
  }

  static Form form() {
    return new Form("as its writeObject has it", 3);
  }

  static External external() {
    External external = new External();
    external.text = "as writeExternal has it";
    return external;
  }

  /** What Tomcat's own principal is stored as. */
  static Map<String, Object> principal() {
    Map<String, Object> principal = new LinkedHashMap<>();
    principal.put("name", "ann");
    principal.put("roles", new ArrayList<>(List.of("customer", "staff")));
    principal.put("attributes", new LinkedHashMap<>(Map.of("shop", "north")));
    return principal;
  }

  /** A form of payment. */
  enum Payment {
    CASH,
    CARD {
      @Override
      boolean isSecret() {
        return true;
      }
    };

    boolean isSecret() {
      return false;
    }
  }

  /** A thing with a price. */
  record Item(String name, BigDecimal price) implements Serializable {}

  /** What all samples have. */
  static class Base implements Serializable {
    @Serial private static final long serialVersionUID = 1L;

    private long id = Long.MIN_VALUE;
    private char sign = '\u20AC';

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Base base && base.id == id && base.sign == sign;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(id);
    }
  }

  /** Fields of all types, a cycle, and an object that is there twice. */
  @SuppressWarnings("UnusedVariable")
  static final class Cart extends Base {
    @Serial private static final long serialVersionUID = 2L;

    private boolean open = true;
    private byte tiny = -1;
    private short small = Short.MAX_VALUE;
    private int count = 2;
    private float share = 0.1f;
    private double total = 12.49;
    private final int[] numbers = {1, -1, Integer.MAX_VALUE};
    private final @Nullable String[] notes = {"a", null, ""};
    private @Nullable String nothing;
    private Payment payment = Payment.CARD;
    private final List<Item> items = new ArrayList<>();
    private final Map<String, Item> byName = new LinkedHashMap<>();
    private @Nullable Cart itself;
    private transient int cached = 7;
  }

  /** Has its own way of serialization. */
  static final class Form implements Serializable {
    @Serial private static final long serialVersionUID = 3L;

    private transient String text;
    private final int number;

    Form(String text, int number) {
      this.text = text;
      this.number = number;
    }

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeUTF(text);
      out.writeObject(List.of(text));
    }

    @Serial
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      text = in.readUTF();
      if (!Objects.equals(in.readObject(), List.of(text))) {
        throw new IOException("another list than was written");
      }
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Form form && form.text.equals(text) && form.number == number;
    }

    @Override
    public int hashCode() {
      return text.hashCode();
    }
  }

  /** Writes itself. */
  public static final class External implements Externalizable {
    @Serial private static final long serialVersionUID = 4L;

    private String text = "";

    /** Is written, and not read. */
    public External() {}

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
      out.writeUTF(text);
      out.writeInt(5);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
      text = in.readUTF();
      if (in.readInt() != 5) {
        throw new IOException("another number than was written");
      }
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof External external && external.text.equals(text);
    }

    @Override
    public int hashCode() {
      return text.hashCode();
    }
  }
}
