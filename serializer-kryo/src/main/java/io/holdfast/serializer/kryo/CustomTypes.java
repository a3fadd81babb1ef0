package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.SerializerFactory;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The numbers and serializers that customizers give to types. */
@SuppressWarnings("rawtypes")
final class CustomTypes {

  /** How many numbers of one byte there are for customizers. */
  static final int SHORT_IDS = 16;

  private static final int FIRST_SHORT_ID = 110;

  /** Above what this version and later ones register themselves. */
  private static final int FIRST_LONG_ID = 1_000;

  /** Above what customizers are likely to use. */
  private static final int FIRST_CONVERTED_ID = 12_000;

  private record Default(Class<?> type, SerializerFactory<?> factory, int step) {}

  private final Kryo kryo;
  private final Customizations customizations;
  private final List<Default> defaults = new ArrayList<>();
  private int nextId = FIRST_SHORT_ID;
  private int nextConvertedId = FIRST_CONVERTED_ID;

  CustomTypes(Kryo kryo, Customizations customizations) {
    this.kryo = kryo;
    this.customizations = customizations;
  }

  /** A number that is free. */
  int nextId() {
    while (kryo.getRegistration(nextId) != null || isBetween(nextId)) {
      nextId++;
    }
    return nextId;
  }

  private static boolean isBetween(int id) {
    return id >= FIRST_SHORT_ID + SHORT_IDS && id < FIRST_LONG_ID;
  }

  /**
   * Gives a type a number.
   *
   * @param ours whether the serializer is the one that the type would have without the customizer
   */
  Registration number(Class<?> type, Serializer serializer, int id, boolean ours) {
    Registration holder = kryo.getRegistration(id);
    boolean reserved = id < FIRST_SHORT_ID || isBetween(id);
    if (holder == null ? reserved : holder.getType() != type) {
      throw new TranscoderException(
          Reason.UNUSABLE,
          "the number %d for %s is taken; leave it out, or take one from %d on"
              .formatted(id, type.getName(), FIRST_LONG_ID));
    }
    String form = ours ? "" : " " + nameOf(serializer.getClass());
    int step = customizations.note(id + " " + type.getName() + form);
    return kryo.getClassResolver()
        .register(new CustomRegistration(type, serializer, id, step, ours));
  }

  /** A registration for what a converter takes apart; its number takes two bytes. */
  CustomRegistration converted(Class<?> type, Serializer serializer, String converter) {
    while (kryo.getRegistration(nextConvertedId) != null) {
      nextConvertedId++;
    }
    int step = customizations.note(nextConvertedId + " " + type.getName() + " " + converter);
    return new CustomRegistration(type, serializer, nextConvertedId++, step, false);
  }

  /** Gives a type and those below it serializers. */
  void addDefault(Class<?> type, SerializerFactory<?> factory, Class<?> form) {
    int step = customizations.note(type.getName() + " " + nameOf(form));
    defaults.add(new Default(type, factory, step));
  }

  /** Lambdas have another name in each JVM. */
  private static String nameOf(Class<?> form) {
    return form.isHidden() ? form.getNestHost().getName() : form.getName();
  }

  /** The registration of a class that goes by its name, null if no customizer has a serializer. */
  @Nullable CustomRegistration named(Class<?> type) {
    for (int i = defaults.size() - 1; i >= 0; i--) {
      Default d = defaults.get(i);
      if (d.type().isAssignableFrom(type) && d.factory().isSupported(type)) {
        Serializer serializer = d.factory().newSerializer(kryo, type);
        return new CustomRegistration(
            type, serializer, FilteringClassResolver.NAME, d.step(), false);
      }
    }
    return null;
  }
}
