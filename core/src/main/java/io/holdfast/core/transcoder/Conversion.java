package io.holdfast.core.transcoder;

import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How objects of some classes are taken apart, into parts that every serializer can write, and made
 * again of equal parts. The parts of a type are its format: they stay as they are for ever.
 *
 * <p>An object that is made of parts cannot be one of its own parts; a graph in which it is,
 * however far below, is refused when it is written.
 *
 * @param type the class that the bytes name; a public one, so that it is there in later versions of
 *     its library too
 * @param classes the exact classes of the objects; others, also subclasses, are left alone
 * @param parts takes an object apart; may refuse one by throwing any runtime exception
 * @param maker makes the object of its parts, which come from bytes that cannot be trusted:
 *     whatever it throws means that they cannot be read. It allocates no more than the parts do.
 * @param <T> the type
 */
public record Conversion<T>(
    Class<T> type,
    Set<Class<?>> classes,
    Function<? super T, @Nullable Object[]> parts,
    Function<@Nullable Object[], ? extends T> maker) {

  /** Copies the set. */
  public Conversion {
    classes = Set.copyOf(classes);
  }

  /**
   * For the objects of exactly one class.
   *
   * @param type that class
   * @param parts takes an object apart
   * @param maker makes the object of its parts
   * @param <T> the type
   * @return a conversion whose {@code classes} are this one
   */
  public static <T> Conversion<T> of(
      Class<T> type,
      Function<? super T, @Nullable Object[]> parts,
      Function<@Nullable Object[], ? extends T> maker) {
    return new Conversion<>(type, Set.of(type), parts, maker);
  }

  /**
   * For the objects of the classes that some examples have, which need not be public.
   *
   * @param type the class that the bytes name, a supertype of all of them
   * @param examples at least one of each class; none is kept
   * @param parts takes an object apart
   * @param maker makes the object of its parts
   * @param <T> the type
   * @return a conversion whose {@code classes} are those of the examples
   */
  public static <T> Conversion<T> ofClassesOf(
      Class<T> type,
      List<? extends T> examples,
      Function<? super T, @Nullable Object[]> parts,
      Function<@Nullable Object[], ? extends T> maker) {
    Set<Class<?>> classes = new HashSet<>();
    examples.forEach(example -> classes.add(example.getClass()));
    return new Conversion<>(type, classes, parts, maker);
  }

  /**
   * Takes an object apart.
   *
   * @param object of one of the classes
   * @return a new array, with null for a part that is null
   * @throws TranscoderException if it cannot be made again
   */
  public @Nullable Object[] takeApart(Object object) {
    try {
      return parts.apply(type.cast(object));
    } catch (RuntimeException | LinkageError e) {
      // Code of others, which may meet another version of its library than it was made for.
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "class %s cannot be taken apart: %s".formatted(object.getClass().getName(), e),
          e);
    }
  }

  /**
   * Makes an object of its parts.
   *
   * @param given as {@link #takeApart} returned them, or what hostile bytes have in their place
   * @param filter may have taken away the class of what is made
   * @return a new object, or one of the type that is always the same
   * @throws TranscoderException if these parts make no object that is allowed
   */
  public T make(@Nullable Object[] given, ClassFilter filter) {
    T made;
    try {
      made = type.cast(maker.apply(given));
    } catch (RuntimeException | LinkageError e) {
      // Hostile parts make any code fail, which may meet another version of its library too.
      throw new TranscoderException(
          Reason.UNREADABLE, "class %s is not made of these parts".formatted(type.getName()), e);
    }
    if (made == null) {
      throw new TranscoderException(
          Reason.UNREADABLE, "class %s: nothing is made of these parts".formatted(type.getName()));
    }
    filter.checkNotDenied(made.getClass());
    return made;
  }
}
