package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lists of {@code Arrays.asList}, each with the array that it is a view of. */
final class ArrayViewSerializer extends Serializer<List<?>> {

  @Override
  public void write(Kryo kryo, Output output, List<?> view) {
    CheckedReferences references = GuardedKryo.of(kryo).references();
    references.construct(view);
    kryo.writeClassAndObject(output, arrayBehind(view));
    references.constructed();
  }

  @Override
  public List<?> read(Kryo kryo, Input input, Class<? extends List<?>> type) {
    return Arrays.asList((Object[]) kryo.readClassAndObject(input));
  }

  private static Object arrayBehind(List<?> view) {
    try (Finder finder = new Finder()) {
      finder.writeObject(view);
      return finder.found == null ? view.toArray() : finder.found;
    } catch (IOException e) {
      throw new IllegalStateException("a list that is written nowhere fails to be", e);
    }
  }

  /** The only one to whom such a list shows its array is a stream. */
  private static final class Finder extends ObjectOutputStream {

    private @Nullable Object found;

    Finder() throws IOException {
      super(OutputStream.nullOutputStream());
      enableReplaceObject(true);
    }

    @Override
    protected @Nullable Object replaceObject(Object object) {
      if (!object.getClass().isArray()) {
        return object;
      }
      found = object;
      return null; // what is in it is not looked at
    }
  }
}
