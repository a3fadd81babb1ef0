package io.holdfast.core.transcoder.filter;

import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.FilterInfo;
import java.io.ObjectInputFilter.Status;

/**
 * The filter that an operator has set for the whole virtual machine, with {@code
 * -Djdk.serialFilter}. Its refusals hold in all serializers; a class that it allows must be allowed
 * here too.
 */
public final class JvmFilter {

  private JvmFilter() {}

  /** Returns whether it refuses a class, on writing as well as on reading. */
  static boolean rejects(Class<?> type) {
    return type != String.class && rejects(new OfClass(type));
  }

  /** Returns whether it refuses a step of a stream. */
  public static boolean rejects(FilterInfo info) {
    ObjectInputFilter filter = ObjectInputFilter.Config.getSerialFilter();
    return filter != null && filter.checkInput(info) == Status.REJECTED;
  }

  /** An object of a class, the first of its stream. */
  private record OfClass(Class<?> serialClass) implements FilterInfo {

    @Override
    public long arrayLength() {
      return -1;
    }

    @Override
    public long depth() {
      return 1;
    }

    @Override
    public long references() {
      return 1;
    }

    @Override
    public long streamBytes() {
      return 0;
    }
  }
}
