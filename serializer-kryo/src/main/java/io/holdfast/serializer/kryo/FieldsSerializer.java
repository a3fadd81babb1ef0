package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.serializer.objects.BareInstances;
import io.holdfast.serializer.objects.Singletons;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Objects of the application, field by field, by name. No constructor runs when they are read:
 * fields that the stored version did not have are zero or null, as with JDK serialization; those it
 * had and that are gone are read and dropped; numbers fit other types exactly or are refused.
 */
final class FieldsSerializer extends Serializer<Object> {

  private final Class<?> type;
  private final BareInstances instances;
  private final FieldAccess[] fields;
  private final Layout layout;
  private @Nullable Constructor<?> constructor;
  private @Nullable Object single;

  FieldsSerializer(Class<?> type, BareInstances instances, boolean fixedLayout) {
    this.type = type;
    this.instances = instances;
    List<Field> all = fieldsOf(type);
    List<Class<?>> types = all.stream().<Class<?>>map(Field::getType).toList();
    this.layout = new Layout(type, new FieldNames(type, all), types, fixedLayout);
    this.fields = new FieldAccess[all.size()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = new FieldAccess(all.get(i), layout.slots().get(i));
    }
  }

  /** Fields of the class first. */
  private static List<Field> fieldsOf(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> c = type; c != null && !c.getModule().isNamed(); c = c.getSuperclass()) {
      List<Field> declared = new ArrayList<>(List.of(c.getDeclaredFields()));
      declared.sort(Comparator.comparing(Field::getName));
      for (Field field : declared) {
        int modifiers = field.getModifiers();
        if (!Modifier.isStatic(modifiers) && !Modifier.isTransient(modifiers)) {
          field.setAccessible(true);
          fields.add(field);
        }
      }
    }
    return fields;
  }

  @Override
  public void write(Kryo kryo, Output output, Object object) {
    layout.write(output, GuardedKryo.of(kryo).graph());
    for (FieldAccess field : fields) {
      field.write(kryo, output, object);
    }
  }

  @Override
  public Object read(Kryo kryo, Input input, Class<? extends Object> requested) {
    Object object = create();
    kryo.reference(object);
    List<Layout.Entry> stored = layout.read(BoundedInput.of(input), GuardedKryo.of(kryo).graph());
    if (stored == layout.own()) {
      for (FieldAccess field : fields) {
        field.read(kryo, input, object);
      }
    } else {
      readOther(kryo, input, object, stored);
    }
    return object;
  }

  /** Reads an object whose class had other fields. */
  private void readOther(Kryo kryo, Input input, Object object, List<Layout.Entry> stored) {
    for (Layout.Entry entry : stored) {
      Object value = entry.slot().read(kryo, input);
      if (entry.index() >= 0) {
        fields[entry.index()].set(object, value);
      }
    }
  }

  private Object create() {
    Constructor<?> current = constructor;
    if (current == null) {
      current = instances.constructorOf(type);
      constructor = current;
      single = Singletons.of(type);
    }
    return single == null ? BareInstances.create(current) : single;
  }
}
