package io.holdfast.serializer.graph;

import java.lang.reflect.Array;

/** Arrays of objects. */
final class ArrayShape implements Shape {

  @Override
  public void write(Object instance, PartWriter out) {
    Object[] array = (Object[]) instance;
    out.state().checkLength(array, array.length);
    out.text(Integer.toString(array.length));
    for (Object element : array) {
      out.part(element);
    }
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    int length = Integer.parseInt(in.text());
    in.state().spend(length);
    Object[] array = (Object[]) Array.newInstance(type.getComponentType(), length);
    in.announce(array);
    for (int i = 0; i < length; i++) {
      array[i] = in.next();
    }
    return array;
  }
}
