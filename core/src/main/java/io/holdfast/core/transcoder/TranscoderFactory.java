package io.holdfast.core.transcoder;

/**
 * Builds the {@link Transcoder} of one web application. Implementations have a public constructor
 * without parameters and are named by {@code transcoderFactoryClass}; see {@link
 * TranscoderFactories}.
 */
public interface TranscoderFactory {

  /**
   * The name of the encoding, written into every record: a record is only given to a transcoder of
   * the same name. Printable ASCII, at most 32 characters, for example {@code kryo}.
   *
   * @return the same name each time, and in each version
   */
  String name();

  /**
   * Builds a transcoder. It must fail here, with a message for the operator, if it could not work
   * in this JVM: a serializer that cannot work must fail the start.
   *
   * @param context the filter, limits and options of the web application
   * @return a new transcoder, for all threads
   * @throws TranscoderException if the serializer cannot work here or an option is wrong
   */
  Transcoder create(TranscoderContext context);
}
