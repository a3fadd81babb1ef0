package io.holdfast.benchmarks.serializers;

/** Attributes as bytes and back. For one thread. */
interface Codec {

  /** Writes a graph. */
  byte[] write(Object graph) throws Exception;

  /** Reads what {@link #write} wrote. */
  Object read(byte[] bytes) throws Exception;
}
