package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.objects.ClassMembers;
import java.lang.invoke.SerializedLambda;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Resolves every class name through the class filter, before anything of the class exists. */
@SuppressWarnings("rawtypes")
final class FilteringClassResolver extends DefaultClassResolver {

  private final ClassFilter filter;
  private final WrittenNames writtenNames = new WrittenNames();
  private final ReadNames readNames;
  private final List<Registration> readClasses = new ArrayList<>();
  private final Set<Class<?>> converted = new HashSet<>();
  private boolean byName;
  private int stepsUsed;
  private int stepsKnown;

  FilteringClassResolver(ClassFilter filter) {
    this.filter = filter;
    this.readNames = new ReadNames(name -> named(filter.resolve(name)));
  }

  /** Of a class that is converted now, a name says that the object was not. */
  private Registration named(Class<?> type) {
    return converted.contains(type)
        ? GuardedKryo.of(kryo).unconverted(type)
        : kryo.getRegistration(type);
  }

  /** Gives classes that are converted one registration, but for those taken away. */
  void registerFor(Set<Class<?>> classes, Registration registration) {
    idToRegistration.put(registration.getId(), registration);
    for (Class<?> type : classes) {
      if (!filter.denies(type) && converted.add(type)) {
        classToRegistration.put(type, registration);
      }
    }
  }

  /** A class that has a number is not asked for by its name. */
  void forbidWhatIsNotAllowed() {
    for (Registration registration : idToRegistration.values()) {
      if (!filter.allows(registration.getType())) {
        registration.setSerializer(new ForbiddenSerializer(registration.getType(), filter));
      }
    }
  }

  /** Starts a graph. */
  void begin() {
    stepsUsed = 0;
    stepsKnown = 0;
  }

  /** On how many {@link Customizations} the graph depends that was just written. */
  int stepsUsed() {
    return stepsUsed;
  }

  /** Tells on how many {@link Customizations} the graph depends that is about to be read. */
  void expect(int steps) {
    stepsKnown = steps;
  }

  @Override
  public @Nullable Registration writeClass(Output output, @Nullable Class type) {
    if (type == null) {
      output.writeByte(Kryo.NULL);
      return null;
    }
    Registration registration = kryo.getRegistration(type);
    if (registration.getId() != NAME) {
      output.writeVarInt(registration.getId() + 2, true);
    } else {
      writeName(output, type, registration);
    }
    noteWritten(registration);
    return registration;
  }

  /** Notes that an object of a class is written, whether the bytes say so or not. */
  void noteWritten(Registration registration) {
    if (registration instanceof CustomRegistration custom) {
      stepsUsed = Math.max(stepsUsed, custom.step() + 1);
      GuardedKryo.of(kryo).wrote(registration.getType());
    }
  }

  @Override
  public @Nullable Registration readClass(Input input) {
    byName = false;
    Registration registration = super.readClass(input);
    if (registration != null) {
      checkReadable(registration, byName);
    }
    return registration;
  }

  /** Refuses an object that was written before a customizer changed how its class is written. */
  void checkReadable(Registration registration, boolean named) {
    if (registration instanceof CustomRegistration custom
        && !custom.isReadable(stepsKnown, named)) {
      throw new TranscoderException(
          Reason.UNREADABLE,
          "class %s was written without the customConverter that there is here"
              .formatted(registration.getType().getName()));
    }
  }

  /** A class goes by the name of the one that stands for it. */
  @Override
  protected void writeName(Output output, Class type, Registration registration) {
    output.writeByte(NAME + 2);
    if (writtenNames.write(output, registration.getType())) {
      GuardedKryo.of(kryo).wrote(registration.getType());
    }
  }

  @Override
  protected Registration readName(Input input) {
    byName = true;
    GuardedKryo.of(kryo).work().step();
    int id = input.readVarInt(true);
    if (id == readClasses.size()) {
      readClasses.add(readNames.read(BoundedInput.of(input)));
    } else if (id > readClasses.size() || id < 0) {
      throw new TranscoderException(Reason.UNREADABLE, "class names are out of order");
    }
    return readClasses.get(id);
  }

  /**
   * What is written for a replaced object names the class of the other one; that of the object
   * itself may not be there where it is read.
   */
  @Override
  public Registration registerImplicit(Class type) {
    Registration named = GuardedKryo.of(kryo).unnumbered(type);
    if (named.getSerializer() instanceof NestedSerializer && ClassMembers.isReplaced(type)) {
      Registration nameless = kryo.getRegistration(SerializedLambda.class);
      classToRegistration.put(type, nameless);
      return nameless;
    }
    return register(named);
  }

  @Override
  public void reset() {
    super.reset();
    readClasses.clear();
    readNames.reset();
    writtenNames.reset();
  }
}
