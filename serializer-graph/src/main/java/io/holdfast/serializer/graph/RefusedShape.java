package io.holdfast.serializer.graph;

/**
 * Instances that could not be read again.
 *
 * @param why completes the sentence "class X cannot be written: ..."
 */
record RefusedShape(String why) implements Shape {

  @Override
  public boolean isEarly() {
    return false;
  }

  @Override
  public void write(Object instance, PartWriter out) {
    throw out.state().refuse(instance.getClass(), why);
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    throw DecodeState.unreadable(
        "class %s cannot be read: %s".formatted(type.getName(), why), null);
  }
}
