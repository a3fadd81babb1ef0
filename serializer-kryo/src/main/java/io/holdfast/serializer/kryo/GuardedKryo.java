package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.SerializerFactory;
import io.holdfast.core.transcoder.BareInstances;
import io.holdfast.core.transcoder.ProvenClasses;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objenesis.instantiator.ObjectInstantiator;

/** A Kryo that asks the class filter and chooses serializers of ours. For one thread at a time. */
@SuppressWarnings("rawtypes")
final class GuardedKryo extends Kryo {

  /** Above what this version and later ones register themselves. */
  private static final int FIRST_ID_OF_CUSTOMIZERS = 1_000;

  private record Custom(Class<?> type, SerializerFactory<?> factory) {}

  private final TranscoderContext context;
  private final CheckedReferences references;
  private final SerializerChoice choice;
  private final List<Custom> customs = new ArrayList<>();
  private int nextCustomId = FIRST_ID_OF_CUSTOMIZERS;
  private int graph;
  private ProvenClasses.@Nullable Trial trial;

  private GuardedKryo(
      TranscoderContext context,
      BareInstances instances,
      FilteringClassResolver resolver,
      CheckedReferences references) {
    super(resolver, references);
    this.context = context;
    this.references = references;
    this.choice = new SerializerChoice(context, instances);
    setClassLoader(context.filter().loader());
    setRegistrationRequired(false);
    setWarnUnregisteredClasses(false);
    setOptimizedGenerics(false);
    setMaxDepth(context.limits().maxDepth());
    setInstantiatorStrategy(
        new org.objenesis.strategy.InstantiatorStrategy() {
          @Override
          public <T> ObjectInstantiator<T> newInstantiatorOf(Class<T> type) {
            Constructor<?> constructor = instances.constructorOf(type);
            return () -> type.cast(BareInstances.create(constructor));
          }
        });
  }

  static GuardedKryo create(
      TranscoderContext context, BareInstances instances, List<KryoCustomizer> customizers) {
    FilteringClassResolver resolver = new FilteringClassResolver(context.filter());
    GuardedKryo kryo =
        new GuardedKryo(
            context, instances, resolver, new CheckedReferences(context.limits().maxReferences()));
    kryo.choice.registerIn(kryo);
    customizers.forEach(customizer -> customizer.customize(kryo));
    resolver.forbidWhatIsNotAllowed();
    return kryo;
  }

  static GuardedKryo of(Kryo kryo) {
    return (GuardedKryo) kryo;
  }

  /** Starts a graph; the trial is absent when reading. */
  void begin(ProvenClasses.@Nullable Trial newTrial) {
    trial = newTrial;
    graph++;
  }

  /** Lets go of the graph. */
  void end() {
    trial = null;
  }

  /** Refuses to write what {@link BoundedInput} would refuse to read. */
  void checkLength(Object owner, int length) {
    if (length > context.limits().maxArrayLength()) {
      throw new TranscoderException(
          Reason.LIMIT_EXCEEDED,
          "class %s with %d elements, more than the %d allowed"
              .formatted(owner.getClass().getName(), length, context.limits().maxArrayLength()));
    }
  }

  /** Another number for each graph. */
  int graph() {
    return graph;
  }

  TranscoderContext context() {
    return context;
  }

  CheckedReferences references() {
    return references;
  }

  ProvenClasses.Trial trial() {
    ProvenClasses.Trial current = trial;
    if (current == null) {
      throw new IllegalStateException("not writing");
    }
    return current;
  }

  void wroteName(Class<?> type) {
    trial().meet(type);
  }

  @Override
  public Registration getRegistration(Class type) {
    Registration known = getClassResolver().getRegistration(type);
    if (known != null) {
      return known;
    }
    Class<?> standIn = SerializerChoice.standInFor(type);
    if (standIn != type) {
      return getRegistration(standIn);
    }
    SerializerChoice.refuseViews(type);
    context.filter().checkWritable(type);
    return super.getRegistration(type);
  }

  @Override
  public Serializer getDefaultSerializer(Class type) {
    for (int i = customs.size() - 1; i >= 0; i--) {
      Custom custom = customs.get(i);
      if (custom.type().isAssignableFrom(type) && custom.factory().isSupported(type)) {
        return custom.factory().newSerializer(this, type);
      }
    }
    Serializer annotated = getDefaultSerializerForAnnotatedType(type);
    return annotated != null ? annotated : choice.serializerFor(type);
  }

  @Override
  public void addDefaultSerializer(Class type, Serializer serializer) {
    super.addDefaultSerializer(type, serializer);
    remember(type, new SerializerFactory.SingletonSerializerFactory<>(serializer));
  }

  @Override
  public void addDefaultSerializer(Class type, SerializerFactory factory) {
    super.addDefaultSerializer(type, factory);
    remember(type, factory);
  }

  @Override
  public void addDefaultSerializer(Class type, Class<? extends Serializer> serializer) {
    super.addDefaultSerializer(type, serializer);
    remember(type, new SerializerFactory.ReflectionSerializerFactory<>(serializer));
  }

  /** Kryo's constructor adds its own, before there is a list to remember those of others. */
  private void remember(Class<?> type, SerializerFactory<?> factory) {
    if (customs != null) {
      customs.add(new Custom(type, factory));
    }
  }

  @Override
  public int getNextRegistrationId() {
    return customs == null ? super.getNextRegistrationId() : nextCustomId++;
  }
}
