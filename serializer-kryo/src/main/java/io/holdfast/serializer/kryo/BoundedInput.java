package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.io.Input;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Believes no length that is larger than what remains to be read, and not more elements in all than
 * there are bytes: arrays in arrays could each claim all the rest.
 */
final class BoundedInput extends Input {

  private final int maxArrayLength;
  private int elementsLeft;

  BoundedInput(byte[] bytes, int start, int length, int maxArrayLength) {
    super(bytes, start, length);
    this.maxArrayLength = maxArrayLength;
    this.elementsLeft = length;
  }

  /** How many bytes are left. */
  int remaining() {
    return limit - position;
  }

  /** Reads the number of elements that follow. Each element takes at least one byte. */
  int readLength() {
    return believe(readVarInt(true));
  }

  /** Checks the number of elements that follow: each of them takes at least one byte. */
  int believe(int length) {
    elementsLeft -= checked(length, 1);
    if (elementsLeft < 0) {
      throw new TranscoderException(Reason.UNREADABLE, "more elements in all than the bytes hold");
    }
    return length;
  }

  /** Passes over these bytes if they are the next ones. */
  boolean skip(byte[] expected) {
    int end = position + expected.length;
    boolean same =
        end <= limit && Arrays.equals(buffer, position, end, expected, 0, expected.length);
    if (same) {
      position = end;
    }
    return same;
  }

  static BoundedInput of(Input input) {
    return (BoundedInput) input;
  }

  private int checked(int length, int bytesEach) {
    if (length > maxArrayLength) {
      throw new TranscoderException(
          Reason.LIMIT_EXCEEDED, "%d elements are more than allowed".formatted(length));
    }
    return held(length, bytesEach);
  }

  private int held(int length, int bytesEach) {
    if (length < 0 || (long) length * bytesEach > limit() - position()) {
      throw new TranscoderException(
          Reason.UNREADABLE, "length %d is more than the bytes hold".formatted(length));
    }
    return length;
  }

  @Override
  public String readString() {
    int start = position();
    if (readVarIntFlag()) {
      held(Math.max(0, readVarIntFlag(true) - 1), 1);
    }
    setPosition(start);
    return super.readString();
  }

  @Override
  public @Nullable StringBuilder readStringBuilder() {
    String text = readString();
    return text == null ? null : new StringBuilder(text);
  }

  @Override
  public byte[] readBytes(int length) {
    return super.readBytes(checked(length, 1));
  }

  @Override
  public int[] readInts(int length) {
    return super.readInts(checked(length, 4));
  }

  @Override
  public int[] readInts(int length, boolean optimizePositive) {
    return super.readInts(checked(length, 1), optimizePositive);
  }

  @Override
  public long[] readLongs(int length) {
    return super.readLongs(checked(length, 8));
  }

  @Override
  public long[] readLongs(int length, boolean optimizePositive) {
    return super.readLongs(checked(length, 1), optimizePositive);
  }

  @Override
  public float[] readFloats(int length) {
    return super.readFloats(checked(length, 4));
  }

  @Override
  public double[] readDoubles(int length) {
    return super.readDoubles(checked(length, 8));
  }

  @Override
  public short[] readShorts(int length) {
    return super.readShorts(checked(length, 2));
  }

  @Override
  public char[] readChars(int length) {
    return super.readChars(checked(length, 2));
  }

  @Override
  public boolean[] readBooleans(int length) {
    return super.readBooleans(checked(length, 1));
  }
}
