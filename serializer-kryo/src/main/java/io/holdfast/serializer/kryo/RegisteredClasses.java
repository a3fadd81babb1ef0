package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import java.util.List;

/**
 * Gives classes of the application a number, which takes the place of their name in each record:
 * for those who want the last bytes. Extend it, and name your class in {@code customConverter}.
 *
 * <p>The price: the list becomes a part of the format, and may only grow at its end. After any
 * other change, or without the list, records with one of its classes cannot be read, and their
 * sessions start empty. Fields may change as without it.
 */
public abstract class RegisteredClasses implements KryoCustomizer {

  /** For subclasses. */
  protected RegisteredClasses() {}

  /**
   * The classes, those met most often first: the first {@value CustomTypes#SHORT_IDS} numbers take
   * one byte, later ones two. The order is the same each time.
   */
  protected abstract List<Class<?>> classes();

  @Override
  public final void customize(Kryo kryo) {
    classes().forEach(kryo::register);
  }
}
