package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import java.util.List;

/**
 * Gives classes of the application a number, which takes the place of their name in each record:
 * for those who want the last bytes. Extend it, and name your class in {@code customConverter}.
 *
 * <p>What is given up: the list becomes a part of the format. It may only grow at its end. After
 * any other change of it, records that hold one of its classes cannot be read, and where it is
 * missing neither; their sessions then start anew. Fields may change as without it.
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
