package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.SerializerFactory;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.core.transcoder.Conversion;
import io.holdfast.core.transcoder.CustomConverter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.limits.RoundTripChecks;
import io.holdfast.serializer.limits.WorkBudget;
import io.holdfast.serializer.objects.BareInstances;
import io.holdfast.serializer.objects.Snapshots;
import io.holdfast.serializer.own.GraphAround;
import io.holdfast.serializer.own.StandIns;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objenesis.instantiator.ObjectInstantiator;

/** A Kryo that asks the class filter and chooses serializers of ours. For one thread at a time. */
@SuppressWarnings("rawtypes")
final class GuardedKryo extends Kryo {

  /** Kryo counts values as a level: see {@link DecodeLimits#isLevel}. */
  private static final int VALUES = 1;

  private final TranscoderContext context;
  private final WrittenGraphs graphs;
  private final Snapshots.Taker taker;
  private final FilteringClassResolver resolver;
  private final Customizations customizations = new Customizations();
  private final CustomTypes customTypes = new CustomTypes(this, customizations);
  private final CheckedReferences references;
  private SerializerChoice choice;
  private boolean customizing;
  private @Nullable GraphAround around;
  private int graph;
  private RoundTripChecks.@Nullable Trial trial;

  /** Of the graph that is written; null until one is. */
  private @Nullable WorkBudget writing;

  private @Nullable Registration text;
  private @Nullable WorkBudget work;

  private GuardedKryo(
      TranscoderContext context,
      BareInstances instances,
      FilteringClassResolver resolver,
      CheckedReferences references) {
    super(resolver, references);
    this.context = context;
    this.graphs = new WrittenGraphs(context.limits().maxBytes());
    this.taker = new Snapshots.Taker(context.copyCollections());
    this.resolver = resolver;
    this.references = references;
    this.choice = new SerializerChoice(context, instances, false);
    setClassLoader(context.filter().loader());
    setRegistrationRequired(false);
    setWarnUnregisteredClasses(false);
    setOptimizedGenerics(false);
    setMaxDepth(context.limits().maxDepth() + VALUES);
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
    GuardedKryo kryo =
        new GuardedKryo(
            context,
            instances,
            new FilteringClassResolver(context.filter()),
            new CheckedReferences(context.limits()));
    kryo.choice.registerIn(kryo);
    kryo.customizing = true;
    for (KryoCustomizer customizer : customizers) {
      kryo.apply(customizer);
    }
    kryo.customizing = false;
    kryo.resolver.forbidWhatIsNotAllowed();
    kryo.text = kryo.resolver.getRegistration(String.class);
    return kryo;
  }

  private void apply(KryoCustomizer customizer) {
    try {
      customizer.customize(this);
    } catch (TranscoderException e) {
      throw e;
    } catch (RuntimeException | LinkageError e) {
      // Code of others, which may lack the very library that it is for.
      throw TranscoderException.ofConverter(
          customizer.getClass().getName(),
          "it fails with %s; mend it, or leave it out".formatted(e),
          e);
    }
  }

  static GuardedKryo of(Kryo kryo) {
    return (GuardedKryo) kryo;
  }

  /** From now on, the fields of classes that get a serializer are at fixed places. */
  void fixLayouts() {
    choice = choice.withFixedLayouts();
  }

  /** From now on, the objects of its conversions are written by their parts. */
  void convert(CustomConverter converter) {
    converter.conversions().forEach(c -> convert(c, converter.name()));
  }

  private void convert(Conversion<?> conversion, String converter) {
    Serializer serializer =
        FactorySerializer.ofAny(
            conversion::takeApart, parts -> conversion.make(parts, context.filter()));
    resolver.registerFor(
        conversion.classes(), customTypes.converted(conversion.type(), serializer, converter));
  }

  /** The registration of a class, as it is without conversions. */
  Registration unconverted(Class<?> type) {
    return new Registration(type, ownSerializer(type), FilteringClassResolver.NAME);
  }

  /** The graph that is written. */
  GraphAround around() {
    return Objects.requireNonNull(around, "not writing");
  }

  /** Notes that the graph has one object more. */
  void met(Object object) {
    GraphAround current = around;
    if (current != null) {
      current.reveal(object);
      current.goOn();
    }
  }

  /**
   * Writes an object, or what its {@code writeReplace} gives if that is in the graph, too, or can
   * be.
   */
  @Override
  public void writeClassAndObject(Output to, @Nullable Object object) {
    Object replaced = object == null ? null : replaced(object);
    if (replaced instanceof Record && isExchanged(replaced.getClass())) {
      Registration nameless = writeClass(to, SerializedLambda.class);
      writeObject(to, replaced, nameless.getSerializer());
    } else {
      super.writeClassAndObject(to, replaced);
    }
  }

  /** Such records were taken apart once; that form has their name. */
  private boolean isExchanged(Class<?> type) {
    return StandIns.areExchangedRecords(type)
        && getRegistration(type).getSerializer() instanceof RecordSerializer;
  }

  private boolean isNested(Class<?> type) {
    Serializer serializer = getRegistration(type).getSerializer();
    return serializer instanceof NestedSerializer
        || serializer instanceof FormSerializer
        || isExchanged(type);
  }

  private boolean isNamedLambda(Class<?> type) {
    return getRegistration(type).getType() == SerializedLambda.class;
  }

  private boolean isReplaced(Class<?> type) {
    return isNamedLambda(type) || isExchanged(type) || (Proxy.isProxyClass(type) && isNested(type));
  }

  private Object replaced(Object object) {
    Class<?> type = object.getClass();
    return StandIns.areMadeBy(type) && isReplaced(type)
        ? around().replaced(object, this::isNested)
        : object;
  }

  /** Writes a whole graph, behind those that {@link #graphs} has. */
  void writeGraph(Object root, RoundTripChecks.Trial newTrial, GraphAround newAround) {
    WorkBudget newWork = budgetFor(root);
    around = newAround;
    newAround.start(root, references.written());
    begin(newTrial, newWork);
    Output output = graphs.begin();
    writeClassAndObject(output, root);
    customizations.mark(output, graphs.end(), resolver.stepsUsed());
    newWork.finish(output.position() - graphs.end());
    newTrial.weigh(newWork);
    graphs.add();
  }

  /** One for each graph takes a tenth of what a small graph takes. */
  private WorkBudget budgetFor(Object root) {
    WorkBudget budget = writing;
    if (budget == null) {
      budget = WorkBudget.writing(context.limits(), root);
      writing = budget;
    } else {
      budget.restart(root);
    }
    return budget;
  }

  /** The graphs that were written since {@link #end}. */
  WrittenGraphs graphs() {
    return graphs;
  }

  /** Takes what collections hold at one moment. */
  Snapshots.Taker taker() {
    return taker;
  }

  /**
   * Reads a whole graph.
   *
   * @param newWork what it may cost
   */
  @Nullable Object readGraph(BoundedInput input, WorkBudget newWork) {
    begin(null, newWork);
    resolver.expect(customizations.readMark(input));
    Object root = readClassAndObject(input);
    newWork.settle();
    references.forms().finish();
    return root;
  }

  private void begin(RoundTripChecks.@Nullable Trial newTrial, WorkBudget newWork) {
    trial = newTrial;
    work = newWork;
    references.begin(newWork.memory());
    graph++;
    resolver.begin();
  }

  /** Lets go of the graph. */
  void end() {
    references.end();
    around = null;
    trial = null;
    work = null;
    if (writing != null) {
      writing.restart(null);
    }
    graphs.clear();
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

  /** What the graph may still cost. */
  WorkBudget work() {
    WorkBudget current = work;
    if (current == null) {
      throw new IllegalStateException("neither writing nor reading");
    }
    return current;
  }

  RoundTripChecks.Trial trial() {
    RoundTripChecks.Trial current = trial;
    if (current == null) {
      throw new IllegalStateException("not writing");
    }
    return current;
  }

  /** Notes that an object of a class is written. */
  void wrote(Class<?> type) {
    trial().meet(type);
  }

  /** Writes an object of a class that the reader knows, or null. */
  void writeExact(Output output, Class<?> type, @Nullable Object object) {
    Registration registration = getRegistration(type);
    resolver.noteWritten(registration);
    writeObjectOrNull(output, object, registration.getSerializer());
  }

  /** Reads what {@link #writeExact} wrote. */
  @Nullable Object readExact(Input input, Class<?> type) {
    Registration registration = getRegistration(type);
    resolver.checkReadable(registration, true);
    return readObjectOrNull(input, type, registration.getSerializer());
  }

  @Override
  public Registration getRegistration(Class type) {
    // Texts are what there is most of.
    Registration known = type == String.class ? text : null;
    if (known != null) {
      return known;
    }
    known = resolver.getRegistration(type);
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
    Registration custom = customTypes.named(type);
    return custom != null ? custom.getSerializer() : ownSerializer(type);
  }

  private Serializer ownSerializer(Class<?> type) {
    Serializer annotated = getDefaultSerializerForAnnotatedType(type);
    return annotated != null ? annotated : choice.serializerFor(type);
  }

  /** The registration of a class that goes by its name. */
  Registration unnumbered(Class<?> type) {
    Registration custom = customTypes.named(type);
    return custom != null
        ? custom
        : new Registration(type, ownSerializer(type), FilteringClassResolver.NAME);
  }

  @Override
  public void addDefaultSerializer(Class type, Serializer serializer) {
    addDefaultSerializer(
        type,
        new SerializerFactory.SingletonSerializerFactory<>(serializer),
        serializer.getClass());
  }

  @Override
  public void addDefaultSerializer(Class type, SerializerFactory factory) {
    addDefaultSerializer(type, factory, factory.getClass());
  }

  @Override
  public void addDefaultSerializer(Class type, Class<? extends Serializer> serializer) {
    addDefaultSerializer(
        type, new SerializerFactory.ReflectionSerializerFactory<>(serializer), serializer);
  }

  /** Kryo's constructor adds its own, which are never asked for. */
  private void addDefaultSerializer(Class<?> type, SerializerFactory<?> factory, Class<?> form) {
    if (customizing) {
      customTypes.addDefault(type, factory, form);
    }
  }

  @Override
  public int getNextRegistrationId() {
    return customizing ? customTypes.nextId() : super.getNextRegistrationId();
  }

  @Override
  public Registration register(Class type) {
    Registration known = getClassResolver().getRegistration(type);
    return known != null ? known : register(type, getNextRegistrationId());
  }

  @Override
  public Registration register(Class type, int id) {
    Registration custom = customTypes.named(type);
    return custom != null
        ? register(type, custom.getSerializer(), id)
        : register(type, ownSerializer(type), id, true);
  }

  @Override
  public Registration register(Class type, Serializer serializer) {
    Registration known = getClassResolver().getRegistration(type);
    boolean numbered = known != null && known.getId() != FilteringClassResolver.NAME;
    return register(type, serializer, numbered ? known.getId() : getNextRegistrationId());
  }

  @Override
  public Registration register(Class type, Serializer serializer, int id) {
    return register(type, serializer, id, false);
  }

  @Override
  public Registration register(Registration given) {
    return register(given.getType(), given.getSerializer(), given.getId(), false);
  }

  private Registration register(Class<?> type, Serializer serializer, int id, boolean ours) {
    return customizing
        ? customTypes.number(type, serializer, id, ours)
        : super.register(new Registration(type, serializer, id));
  }
}
