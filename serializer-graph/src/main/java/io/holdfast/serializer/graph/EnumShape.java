package io.holdfast.serializer.graph;

/** Constants of an enum, by name, so that their order may change. */
final class EnumShape implements Shape {

  @Override
  public boolean isValue() {
    return true;
  }

  @Override
  public Class<?> wireClass(Object instance) {
    return ((Enum<?>) instance).getDeclaringClass();
  }

  @Override
  public void write(Object instance, PartWriter out) {
    out.text(((Enum<?>) instance).name());
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    String name = in.text();
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw DecodeState.unreadable("enum %s has no such constant".formatted(type.getName()), null);
  }
}
