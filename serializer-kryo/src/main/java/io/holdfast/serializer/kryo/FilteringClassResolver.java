package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Resolves every class name through the class filter, before anything of the class exists. */
@SuppressWarnings("rawtypes")
final class FilteringClassResolver extends DefaultClassResolver {

  private final ClassFilter filter;
  private final List<Class<?>> readClasses = new ArrayList<>();

  FilteringClassResolver(ClassFilter filter) {
    this.filter = filter;
  }

  /** A class that has a number is not asked for by its name. */
  void forbidWhatIsNotAllowed() {
    for (Registration registration : idToRegistration.values()) {
      if (!filter.allows(registration.getType())) {
        registration.setSerializer(new ForbiddenSerializer(registration.getType(), filter));
      }
    }
  }

  @Override
  public @Nullable Registration writeClass(Output output, @Nullable Class type) {
    int before = nextNameId;
    Registration registration = super.writeClass(output, type);
    if (nextNameId != before && registration != null) {
      ((GuardedKryo) kryo).wroteName(registration.getType());
    }
    return registration;
  }

  @Override
  protected Registration readName(Input input) {
    int id = input.readVarInt(true);
    if (id == readClasses.size()) {
      readClasses.add(filter.resolve(String.valueOf(input.readString())));
    } else if (id > readClasses.size() || id < 0) {
      throw new TranscoderException(Reason.UNREADABLE, "class names are out of order");
    }
    return kryo.getRegistration(readClasses.get(id));
  }

  @Override
  public void reset() {
    super.reset();
    readClasses.clear();
  }
}
