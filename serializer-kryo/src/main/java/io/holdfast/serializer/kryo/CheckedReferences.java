package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.ReferenceResolver;
import com.esotericsoftware.kryo.util.Util;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.limits.MemoryBudget;
import io.holdfast.serializer.objects.ObjectNumbers;
import io.holdfast.serializer.own.OwnForm;
import io.holdfast.serializer.own.ReadForms;
import io.holdfast.serializer.own.StandIns;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the objects met so far. Refuses a reference to an object that exists only after its parts
 * were read: Kryo would read it as null.
 */
@SuppressWarnings("rawtypes")
final class CheckedReferences implements ReferenceResolver {

  private static final int MOST_KEPT = 4_096;

  private final int maxDepth;
  private final int maxReferences;
  private final ObjectNumbers written = new ObjectNumbers();
  private List<@Nullable Object> read = new ArrayList<>();
  private final List<Object> underConstruction = new ArrayList<>();
  private boolean isApart;
  private final ReadForms forms = new ReadForms();
  private int idOfLast;
  private @Nullable GuardedKryo kryo;
  private @Nullable MemoryBudget memory;

  CheckedReferences(DecodeLimits limits) {
    this.maxDepth = limits.maxDepth();
    this.maxReferences = limits.maxReferences();
  }

  /** From here on, graphs are written one after the other, and what they share is noted. */
  void apart() {
    isApart = true;
  }

  /** The objects of the graphs since {@link #apart}. */
  ObjectNumbers written() {
    return written;
  }

  /** Lets go of all objects. */
  void end() {
    isApart = false;
    memory = null;
    reset();
  }

  /** From here on, objects take memory of this graph. */
  void begin(MemoryBudget newMemory) {
    memory = newMemory;
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
  public void setKryo(Kryo owner) {
    kryo = GuardedKryo.of(owner);
  }

  /** Kryo adds the object right after, if it is new: that is done here at once. */
  @Override
  public int getWrittenId(Object object) {
    int id = written.findOrAdd(object);
    if (id == ObjectNumbers.NONE) {
      checkDepth(object);
      if (kryo != null) {
        kryo.met(object);
      }
    } else if (!underConstruction.isEmpty()) {
      refuseIfUnderConstruction(object);
    }
    return id;
  }

  private void checkDepth(Object object) {
    if (kryo != null && kryo.getDepth() > maxDepth && DecodeLimits.isLevel(object.getClass())) {
      throw new TranscoderException(
          Reason.LIMIT_EXCEEDED, "nested deeper than %d levels".formatted(maxDepth));
    }
  }

  private void refuseIfUnderConstruction(Object object) {
    for (Object open : underConstruction) {
      if (open == object) {
        Class<?> type = object.getClass();
        if (kryo != null && (OwnForm.fits(type) || StandIns.areMadeBy(type))) {
          kryo.around().show(type);
        }
        throw new TranscoderException(
            Reason.UNWRITABLE,
            "class %s holds a way back to itself, which cannot be read: it exists only after its parts"
                .formatted(type.getName()));
      }
    }
  }

  @Override
  public int addWrittenObject(Object object) {
    int id = written.size() - 1;
    check(id);
    made(object.getClass());
    return id;
  }

  private void made(Class<?> type) {
    if (memory != null && type != String.class) {
      memory.made(type);
    }
  }

  @Override
  public int nextReadId(Class type) {
    int id = read.size();
    check(id);
    made(type);
    read.add(null);
    return id;
  }

  @Override
  public void setReadObject(int id, Object object) {
    read.set(id, object);
    idOfLast = id;
  }

  /** The number of the object that was read last. */
  int idOfLast() {
    return idOfLast;
  }

  /** The objects that may become others, or want to be asked at the end of the graph. */
  ReadForms forms() {
    return forms;
  }

  private void check(int id) {
    if (id >= maxReferences) {
      throw new TranscoderException(
          Reason.LIMIT_EXCEEDED, "more than %d objects".formatted(maxReferences));
    }
  }

  @Override
  public Object getReadObject(Class type, int id) {
    Object object = id >= 0 && id < read.size() ? read.get(id) : null;
    if (object == null) {
      throw new TranscoderException(Reason.UNREADABLE, "reference to an object not yet there");
    }
    forms.met(object);
    return object;
  }

  /** Texts are what there is most of. */
  @Override
  public boolean useReferences(Class type) {
    return type == String.class || (!Util.isWrapperClass(type) && !Util.isEnum(type));
  }

  @Override
  public void reset() {
    if (isApart) {
      written.nextGraph();
    } else {
      written.clear();
    }
    if (read.size() > MOST_KEPT) {
      read = new ArrayList<>();
    } else {
      read.clear();
    }
    underConstruction.clear();
    forms.clear();
  }
}
