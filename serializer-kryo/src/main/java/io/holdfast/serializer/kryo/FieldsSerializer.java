package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.core.transcoder.BareInstances;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Objects of the application, field by field, by name. No constructor runs when they are read:
 * fields that the stored version did not have are zero or null, as with JDK serialization; those it
 * had and that are gone are read and dropped; changed types are widened or refused.
 */
final class FieldsSerializer extends Serializer<Object> {

  private final Class<?> type;
  private final BareInstances instances;
  private final Field[] fields;
  private final Slot[] slots;
  private final Layout layout;
  private @Nullable Constructor<?> constructor;

  FieldsSerializer(Class<?> type, BareInstances instances, boolean fixedLayout) {
    this.type = type;
    this.instances = instances;
    List<String> names = new ArrayList<>();
    List<Field> all = fieldsOf(type, names);
    this.fields = all.toArray(new Field[0]);
    this.layout =
        new Layout(type, names, all.stream().<Class<?>>map(Field::getType).toList(), fixedLayout);
    this.slots = layout.slots().toArray(new Slot[0]);
  }

  /** Fields of the class first; one that it hides gets the name of its class added. */
  private static List<Field> fieldsOf(Class<?> type, List<String> names) {
    List<Field> fields = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (Class<?> c = type; c != null && !c.getModule().isNamed(); c = c.getSuperclass()) {
      List<Field> declared = new ArrayList<>(List.of(c.getDeclaredFields()));
      declared.sort(Comparator.comparing(Field::getName));
      for (Field field : declared) {
        int modifiers = field.getModifiers();
        if (!Modifier.isStatic(modifiers) && !Modifier.isTransient(modifiers)) {
          field.setAccessible(true);
          fields.add(field);
          boolean free = taken.add(field.getName());
          names.add(free ? field.getName() : c.getName() + "." + field.getName());
        }
      }
    }
    return fields;
  }

  @Override
  public void write(Kryo kryo, Output output, Object object) {
    layout.write(output, GuardedKryo.of(kryo).graph());
    try {
      for (int i = 0; i < fields.length; i++) {
        writeField(kryo, output, object, i);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("accessible field refused access", e);
    }
  }

  private void writeField(Kryo kryo, Output output, Object object, int i)
      throws IllegalAccessException {
    Field field = fields[i];
    switch (slots[i].kind()) {
      case BOOLEAN -> output.writeBoolean(field.getBoolean(object));
      case INT -> output.writeVarInt(field.getInt(object), false);
      case LONG -> output.writeVarLong(field.getLong(object), false);
      default -> slots[i].write(kryo, output, field.get(object));
    }
  }

  @Override
  public Object read(Kryo kryo, Input input, Class<? extends Object> requested) {
    Object object = create();
    kryo.reference(object);
    for (Layout.Entry entry : layout.read(BoundedInput.of(input), GuardedKryo.of(kryo).graph())) {
      Object value = entry.slot().read(kryo, input);
      if (entry.index() >= 0) {
        set(object, fields[entry.index()], value);
      }
    }
    return object;
  }

  private Object create() {
    Constructor<?> current = constructor;
    if (current == null) {
      current = instances.constructorOf(type);
      constructor = current;
    }
    return BareInstances.create(current);
  }

  private void set(Object object, Field field, @Nullable Object value) {
    try {
      field.set(
          object, SlotKind.fit(value, field.getType(), type.getName() + "." + field.getName()));
    } catch (IllegalAccessException e) {
      throw new TranscoderException(
          Reason.UNREADABLE, "field %s cannot be set".formatted(field), e);
    }
  }
}
