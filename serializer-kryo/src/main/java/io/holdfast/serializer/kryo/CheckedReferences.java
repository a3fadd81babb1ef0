package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.util.MapReferenceResolver;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps track of which objects were met, and refuses a reference to one that exists only after its
 * parts were read: Kryo would read it as null.
 */
@SuppressWarnings("rawtypes")
final class CheckedReferences extends MapReferenceResolver {

  private final int maxReferences;
  private final List<Object> underConstruction = new ArrayList<>();

  CheckedReferences(int maxReferences) {
    this.maxReferences = maxReferences;
  }

  /** From here on the object must not be referred to. */
  void construct(Object object) {
    underConstruction.add(object);
  }

  /** The object that was announced last can be referred to from now on. */
  void constructed() {
    underConstruction.remove(underConstruction.size() - 1);
  }

  @Override
  public int getWrittenId(Object object) {
    int id = super.getWrittenId(object);
    if (id != -1 && !underConstruction.isEmpty()) {
      refuseIfUnderConstruction(object);
    }
    return id;
  }

  private void refuseIfUnderConstruction(Object object) {
    for (Object open : underConstruction) {
      if (open == object) {
        throw new TranscoderException(
            Reason.UNWRITABLE,
            "class %s holds a way back to itself, which cannot be read: it exists only after its parts"
                .formatted(object.getClass().getName()));
      }
    }
  }

  @Override
  public int addWrittenObject(Object object) {
    int id = super.addWrittenObject(object);
    check(id);
    return id;
  }

  @Override
  public int nextReadId(Class type) {
    int id = super.nextReadId(type);
    check(id);
    return id;
  }

  private void check(int id) {
    if (id >= maxReferences) {
      throw new TranscoderException(
          Reason.LIMIT_EXCEEDED, "more than %d objects".formatted(maxReferences));
    }
  }

  @Override
  public Object getReadObject(Class type, int id) {
    Object object = id >= 0 && id < readObjects.size() ? readObjects.get(id) : null;
    if (object == null) {
      throw new TranscoderException(Reason.UNREADABLE, "reference to an object not yet there");
    }
    return object;
  }

  @Override
  public void reset() {
    super.reset();
    underConstruction.clear();
  }
}
