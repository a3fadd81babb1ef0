package io.holdfast.serializer.jdk;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Outside;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.ZoneById;
import io.holdfast.serializer.limits.WorkBudget;
import io.holdfast.serializer.objects.Singletons;
import java.io.IOException;
import java.io.ObjectStreamClass;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * Lets no class be touched before the filter allowed it, and nothing be built beyond the limits.
 */
final class CheckedObjectInput extends GuardedObjectInput {

  /** The stream counts class descriptors and back references too. */
  private static final long REFERENCES_PER_OBJECT = 4;

  /** The writing side counts levels of objects, the stream sometimes one more within. */
  private static final int DEPTH_SLACK = 8;

  /** A hash table may have several buckets per entry, and an entry takes at least two bytes. */
  private static final long ELEMENTS_PER_BYTE = 8;

  private static final long ELEMENTS_AT_LEAST = 4_096;

  private final ClassFilter filter;
  private final DecodeLimits limits;
  private final List<?> outside;
  private long elementsLeft;

  /**
   * Starts to read.
   *
   * @param length how many bytes there are
   */
  CheckedObjectInput(
      StreamBytes bytes, int length, TranscoderContext context, WorkBudget work, List<?> outside)
      throws IOException {
    super(bytes, context.filter(), work);
    this.outside = outside;
    this.filter = context.filter();
    this.limits = context.limits();
    this.elementsLeft = ELEMENTS_AT_LEAST + ELEMENTS_PER_BYTE * length + elementsOf(outside);
  }

  /** A blocking queue takes over the elements of a queue that was read before it. */
  private static long elementsOf(List<?> outside) {
    long elements = 0;
    for (Object part : outside) {
      elements += part instanceof PriorityQueue<?> queue ? queue.size() : 0;
    }
    return elements;
  }

  /**
   * {@inheritDoc}
   *
   * @param object null if a {@code readResolve} returned that; a null in the stream is not shown
   */
  @Override
  protected @Nullable Object resolveObject(@Nullable Object object) throws IOException {
    if (object == null && work().isTrial()) {
      throw new TranscoderException(
          Reason.UNREADABLE, "the readResolve of an object returned null in its place");
    }
    if (object instanceof Outside reference) {
      Object part = outside.get(reference.index());
      work().metElsewhere(part);
      return part;
    }
    if (object instanceof ScopedBean bean) {
      return bean.find(filter);
    }
    count(object);
    if (object == null || object instanceof String) {
      return object;
    }
    Object single = Singletons.of(object.getClass());
    return single == null ? guarded(object) : single;
  }

  @Override
  protected Class<?> classOf(ObjectStreamClass description) throws ClassNotFoundException {
    String name = description.getName();
    if (name.equals(ZoneById.class.getName())) {
      resolve(TimeZone.class.getName());
      return ZoneById.class;
    }
    if (name.equals(ScopedBean.class.getName())) {
      resolve(ScopedProxies.FACE);
      return ScopedBean.class;
    }
    return !outside.isEmpty() && name.equals(Outside.class.getName())
        ? Outside.class
        : readerFor(resolve(name));
  }

  @Override
  protected Class<?> proxyClassOf(String[] interfaces) throws ClassNotFoundException {
    try {
      return filter.resolveProxy(interfaces);
    } catch (TranscoderException e) {
      throw absent(e);
    }
  }

  private Class<?> resolve(String name) throws ClassNotFoundException {
    try {
      return filter.resolve(name);
    } catch (TranscoderException e) {
      throw absent(e);
    }
  }

  /**
   * A class that does not exist any more is told to the stream in its own words: it can skip the
   * values of fields that do not exist any more either.
   */
  private static ClassNotFoundException absent(TranscoderException e) {
    if (e.reason() == Reason.UNREADABLE && e.getCause() instanceof ClassNotFoundException) {
      return new ClassNotFoundException(e.getMessage(), e);
    }
    throw e;
  }

  @Override
  protected int maxDepth() {
    return limits.maxDepth() + DEPTH_SLACK;
  }

  @Override
  protected long maxReferences() {
    return REFERENCES_PER_OBJECT * limits.maxReferences();
  }

  @Override
  protected void spend(long length) {
    elementsLeft -= length;
    if (length > limits.maxArrayLength()) {
      throw exceeded("an array of %d elements".formatted(length));
    }
    if (elementsLeft < 0) {
      throw exceeded("arrays of more elements than the bytes can hold");
    }
  }

  @Override
  protected void check(Class<?> type) {
    boolean isAllowed =
        type == Outside.class
            || type == ZoneById.class
            || isReader(type)
            || ScopedProxies.faceOf(type) != null // a ScopedBean has become one: names are resolved
            || filter.allows(Certificates.named(type));
    if (!isAllowed) {
      throw filter.rejectionOf(type);
    }
  }
}
