package io.holdfast.serializer.graph;

import io.holdfast.serializer.objects.BareInstances;
import io.holdfast.serializer.own.FormInput;
import io.holdfast.serializer.own.FormOutput;
import io.holdfast.serializer.own.FormReader;
import io.holdfast.serializer.own.FormWriter;
import io.holdfast.serializer.own.OwnForm;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Objects with a {@code writeObject} or {@code readObject} of their own. As long as nothing in them
 * leads back to them, they are a small Java stream, as with {@link JavaShape}; otherwise what they
 * write of themselves becomes their parts.
 */
final class FormShape implements Shape {

  static final FormShape FORM = new FormShape();

  private static final BareInstances INSTANCES = new BareInstances();

  /** The text of such an object: no Java stream, and no mark of a conversion. */
  private static final String MARK = "*";

  /** Names of parts that no field has; an object that is handed out has none. */
  private static final String SECTION = "/";

  private static final String DATA = "[";
  private static final String NULL_FIELD = "-";

  /** Most parts are texts, whose class then need not be named. */
  private static final Class<?> ASSUMED = String.class;

  private FormShape() {}

  /** Only for those that write themselves into the graph, see {@link EncodeState#isInGraph}. */
  @Override
  public boolean isEarly() {
    return false;
  }

  @Override
  public void write(Object instance, PartWriter out) {
    Class<?> type = instance.getClass();
    if (!out.state().isInGraph(type)) {
      JavaShape.NAMED.write(instance, out);
      return;
    }
    out.state().work().met(instance);
    if (OwnForm.isResolved(type)) {
      out.state().requireReadBack();
    }
    out.text(MARK);
    try {
      FormOutput.write(instance, new Writer(out));
    } catch (IOException e) {
      throw out.state().refuse(type, "it failed to write itself: " + e, e);
    }
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    if (!in.text().equals(MARK)) {
      return JavaShape.NAMED.read(type, in);
    }
    Object instance = OwnForm.create(type, INSTANCES);
    in.announce(instance);
    DecodeState state = in.state();
    Object resolved = FormInput.read(instance, new Reader(in), state.forms());
    state.filter().checkNotDenied(resolved.getClass());
    state.work().memory().look();
    return resolved;
  }

  private record Writer(PartWriter out) implements FormWriter {

    @Override
    public void section(String className) {
      out.part(SECTION, ASSUMED, className);
    }

    @Override
    public void data(byte[] bytes) {
      out.part(DATA, byte[].class, bytes);
    }

    @Override
    public void object(@Nullable Object object) {
      out.state().work().met(object);
      out.part(null, ASSUMED, object);
    }

    @Override
    public void field(String name, @Nullable Object value) {
      out.state().work().met(value);
      if (value == null) {
        out.part(NULL_FIELD, ASSUMED, name);
      } else {
        out.part(name, ASSUMED, value);
      }
    }

    @Override
    public void end() {}
  }

  private static final class Reader implements FormReader {

    private final PartReader in;
    private String name = "";
    private boolean isNull;

    Reader(PartReader in) {
      this.in = in;
    }

    @Override
    public Item next() {
      in.state().work().step();
      if (!in.hasNext()) {
        return Item.END;
      }
      isNull = false;
      String part = in.name();
      if (part == null) {
        return Item.OBJECT;
      }
      return switch (part) {
        case SECTION -> {
          name = text();
          yield Item.SECTION;
        }
        case DATA -> Item.DATA;
        case NULL_FIELD -> {
          name = text();
          isNull = true;
          yield Item.FIELD;
        }
        default -> {
          name = part;
          yield Item.FIELD;
        }
      };
    }

    private String text() {
      if (in.next(ASSUMED) instanceof String text) {
        return text;
      }
      throw DecodeState.unreadable("a name that is no text", null);
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public byte[] data() {
      if (in.next(byte[].class) instanceof byte[] bytes) {
        return bytes;
      }
      throw DecodeState.unreadable("no bytes where there must be some", null);
    }

    /** The application may look at what it is given: collections are filled before. */
    @Override
    public @Nullable Object object() {
      if (isNull) {
        return null;
      }
      int mark = in.state().mark();
      Object object = in.next(ASSUMED);
      in.state().settle(mark);
      in.state().work().metElsewhere(object);
      return object;
    }

    @Override
    public void skip() {
      if (!isNull) {
        in.skip();
      }
    }
  }
}
