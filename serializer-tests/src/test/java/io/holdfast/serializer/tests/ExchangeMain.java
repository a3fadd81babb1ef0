package io.holdfast.serializer.tests;

import java.io.IOException;
import java.nio.file.Path;

/** The program of a virtual machine that takes part in an {@link Exchange}. */
final class ExchangeMain {

  private ExchangeMain() {}

  /**
   * Writes or reads.
   *
   * @param arguments {@code write ENCODINGS}, or {@code read} and pairs of {@code ENCODINGS
   *     READINGS}
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments[0].equals("write")) {
      EncodingsFile.write(Path.of(arguments[1]), WritingSide.encodings());
      return;
    }
    for (int i = 1; i < arguments.length; i += 2) {
      ReadingsFile.write(
          Path.of(arguments[i + 1]),
          ReadingSide.readings(EncodingsFile.read(Path.of(arguments[i]))));
    }
  }
}
