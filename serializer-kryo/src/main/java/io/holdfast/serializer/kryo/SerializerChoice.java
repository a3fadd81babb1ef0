package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoSerializable;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.serializers.DefaultSerializers.KryoSerializableSerializer;
import com.esotericsoftware.kryo.serializers.EnumNameSerializer;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.jdk.Certificates;
import io.holdfast.serializer.jdk.JdkSerialization;
import io.holdfast.serializer.jdk.ScopedProxies;
import io.holdfast.serializer.objects.BareInstances;
import io.holdfast.serializer.objects.LostFields;
import io.holdfast.serializer.own.OwnForm;
import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Decides how objects of a class are written. The decision rests on the class alone: JDK or not,
 * its superclasses, the methods by which it takes part in JDK serialization.
 */
@SuppressWarnings({"rawtypes", "unchecked"})
final class SerializerChoice {

  private final boolean fixedLayouts;
  private final TranscoderContext context;
  private final BareInstances instances;
  private final NestedSerializer nested;

  SerializerChoice(TranscoderContext context, BareInstances instances, boolean fixedLayouts) {
    this.context = context;
    this.instances = instances;
    this.fixedLayouts = fixedLayouts;
    nested = new NestedSerializer(new JdkSerialization(context));
  }

  /** The same, but that the fields of the application's classes have fixed places. */
  SerializerChoice withFixedLayouts() {
    return new SerializerChoice(context, instances, true);
  }

  /** Registers what every Kryo of ours knows by number. */
  void registerIn(Kryo kryo) {
    BuiltIns.register(kryo, nested);
  }

  /** The class whose registration stands for a class that has no name of its own, or many. */
  static Class<?> standInFor(Class<?> type) {
    Class<?> scoped = ScopedProxies.faceOf(type);
    if (scoped != null) {
      return scoped;
    }
    if (Proxy.isProxyClass(type)) {
      return Proxy.class;
    }
    if (type.isHidden()) {
      return SerializedLambda.class;
    }
    if (Enum.class.isAssignableFrom(type) && !type.isEnum() && type != Enum.class) {
      return type.getSuperclass();
    }
    if (isJdk(type) && Charset.class.isAssignableFrom(type)) {
      return Charset.class;
    }
    return isJdk(type) && Path.class.isAssignableFrom(type) ? Path.class : Certificates.named(type);
  }

  /** Views and the like: to tell the user to allow them would not help. */
  static void refuseViews(Class<?> type) {
    boolean instances = !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
    if (isJdk(type) && instances && !Serializable.class.isAssignableFrom(type)) {
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "class %s is of the JDK and not Serializable".formatted(type.getName()));
    }
  }

  Serializer serializerFor(Class type) {
    if (ScopedProxies.isFace(type)) {
      return new ScopedProxySerializer();
    }
    if (type.isEnum()) {
      return new EnumNameSerializer(type);
    }
    if (type.isArray()) {
      return new ObjectArraySerializer();
    }
    if (KryoSerializable.class.isAssignableFrom(type)) {
      return new KryoSerializableSerializer();
    }
    if (type.isRecord()) {
      return new RecordSerializer(type, fixedLayouts);
    }
    boolean serializable = Serializable.class.isAssignableFrom(type);
    if (isJdk(type) || hasFormOfItsOwn(type) || hasStateOfJdk(type)) {
      if (OwnForm.fits(type)) {
        return new FormSerializer(type, nested, instances);
      }
      return serializable
          ? nested
          : new RefusingSerializer(type, "it is of the JDK, or built on it, and not Serializable");
    }
    String lost = LostFields.of(type);
    if (lost != null) {
      return new RefusingSerializer(type, lost);
    }
    return new FieldsSerializer(type, instances, fixedLayouts);
  }

  private static boolean isJdk(Class<?> type) {
    return type.getModule().isNamed();
  }

  /** Returns whether a superclass of the JDK holds state that cannot be seen from here. */
  private static boolean hasStateOfJdk(Class<?> type) {
    return superclasses(type)
        .filter(SerializerChoice::isJdk)
        .flatMap(c -> Arrays.stream(c.getDeclaredFields()))
        .map(Field::getModifiers)
        .anyMatch(m -> !Modifier.isStatic(m) && !Modifier.isTransient(m));
  }

  private static boolean hasFormOfItsOwn(Class<?> type) {
    return Externalizable.class.isAssignableFrom(type)
        || superclasses(type)
            .filter(c -> c != Object.class && Serializable.class.isAssignableFrom(c))
            .anyMatch(SerializerChoice::declaresForm);
  }

  private static boolean declaresForm(Class<?> type) {
    return declares(type, "writeObject", ObjectOutputStream.class)
        || declares(type, "readObject", ObjectInputStream.class)
        || declares(type, "readObjectNoData")
        || declares(type, "writeReplace")
        || declares(type, "readResolve")
        || Arrays.stream(type.getDeclaredFields())
            .anyMatch(field -> field.getName().equals("serialPersistentFields"));
  }

  private static boolean declares(Class<?> type, String method, Class<?>... parameters) {
    return Arrays.stream(type.getDeclaredMethods())
        .anyMatch(
            m -> m.getName().equals(method) && Arrays.equals(m.getParameterTypes(), parameters));
  }

  private static Stream<Class<?>> superclasses(Class<?> type) {
    return Stream.<Class<?>>iterate(type, c -> c != null, Class::getSuperclass);
  }
}
