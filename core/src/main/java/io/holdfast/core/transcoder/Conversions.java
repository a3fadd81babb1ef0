package io.holdfast.core.transcoder;

import java.util.List;

/**
 * Conversions that {@code customConverter} names, by the name of a class that implements this. One
 * class serves {@code kryo}, {@code xstream} and {@code javolution}.
 *
 * <p>It is public and has a public constructor without parameters. It is looked for in the web
 * application first, then beside Holdfast. If it lies outside the application, it is loaded once
 * more below the application's class loader, with the classes nested in it, so that it sees the
 * application's libraries; it should not share static state or package-private code with others,
 * and the types that it converts are not nested in it.
 */
public interface Conversions {

  /**
   * The conversions, asked for once, when the application starts. They are in the same order each
   * time; new ones come at the end.
   *
   * @return each for other classes; null is not allowed
   */
  List<Conversion<?>> all();
}
