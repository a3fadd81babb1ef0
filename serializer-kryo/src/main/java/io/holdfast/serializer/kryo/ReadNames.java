package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Registration;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads what {@link WrittenNames} wrote, and remembers which names were accepted. */
final class ReadNames {

  private static final int MOST_REMEMBERED = 10_000;

  private final Function<String, Registration> resolver;
  private final KnownSpellings<Folder> packages = new KnownSpellings<>();
  private final List<Folder> inGraph = new ArrayList<>();
  private int remembered;

  private record Folder(String prefix, KnownSpellings<Registration> classes) {}

  /**
   * Creates an empty memory.
   *
   * @param resolver asked once for each name; throws if there is no such class or it is refused
   */
  ReadNames(Function<String, Registration> resolver) {
    this.resolver = resolver;
  }

  /** Forgets which packages the graph has. */
  void reset() {
    inGraph.clear();
  }

  Registration read(BoundedInput input) {
    int number = input.readVarInt(true);
    if (number < 0 || number > inGraph.size()) {
      throw new TranscoderException(Reason.UNREADABLE, "names of packages are out of order");
    }
    if (number == 0) {
      inGraph.add(readPackage(input));
    }
    Folder holder = inGraph.get(number == 0 ? inGraph.size() - 1 : number - 1);
    Registration compared = holder.classes().skip(input);
    if (compared != null) {
      return compared;
    }
    String rest = String.valueOf(input.readString());
    Registration known = holder.classes().get(rest);
    return known == null ? resolve(holder, rest) : known;
  }

  private Folder readPackage(BoundedInput input) {
    Folder compared = packages.skip(input);
    if (compared != null) {
      return compared;
    }
    String prefix = String.valueOf(input.readString());
    Folder known = packages.get(prefix);
    return known == null ? new Folder(prefix, new KnownSpellings<>()) : known;
  }

  private Registration resolve(Folder holder, String rest) {
    Registration registration = resolver.apply(holder.prefix() + rest);
    if (remembered < MOST_REMEMBERED) {
      remembered++;
      if (holder.classes().isEmpty()) {
        packages.put(holder.prefix(), holder);
      }
      holder.classes().put(rest, registration);
    }
    return registration;
  }
}
