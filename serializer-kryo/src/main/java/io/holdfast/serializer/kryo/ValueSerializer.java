package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.serializer.jdk.ValueTexts;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Currency;
import java.util.Date;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/** Values of the JDK that hold no other objects, told apart as in {@link CollectionKind}. */
@SuppressWarnings({"JavaUtilDate", "JdkObsolete"})
final class ValueSerializer extends Serializer<Object> {

  /** What it writes. */
  enum Kind {
    OBJECT,
    EMPTY_LIST,
    EMPTY_SET,
    EMPTY_MAP,
    STRING_BUFFER,
    DATE,
    CURRENCY,
    UUID,
    URI,
    PATTERN,
    ATOMIC_BOOLEAN,
    ATOMIC_INTEGER,
    ATOMIC_LONG,
    CHARSET,
    PATH
  }

  private final Kind kind;

  ValueSerializer(Kind kind) {
    this.kind = kind;
  }

  @Override
  public void write(Kryo kryo, Output output, Object value) {
    switch (kind) {
      case OBJECT, EMPTY_LIST, EMPTY_SET, EMPTY_MAP -> {} // the class says all
      case STRING_BUFFER -> output.writeString(value.toString());
      case DATE -> output.writeLong(((Date) value).getTime());
      case CURRENCY -> output.writeString(((Currency) value).getCurrencyCode());
      case UUID -> {
        output.writeLong(((UUID) value).getMostSignificantBits());
        output.writeLong(((UUID) value).getLeastSignificantBits());
      }
      case URI -> output.writeString(ValueTexts.of((URI) value));
      case PATTERN -> Patterns.write(output, (Pattern) value);
      case ATOMIC_BOOLEAN -> output.writeBoolean(((AtomicBoolean) value).get());
      case ATOMIC_INTEGER -> output.writeVarInt(((AtomicInteger) value).get(), false);
      case ATOMIC_LONG -> output.writeVarLong(((AtomicLong) value).get(), false);
      case CHARSET -> output.writeString(((Charset) value).name());
      case PATH -> writePath(output, (Path) value);
    }
  }

  private static void writePath(Output output, Path path) {
    if (path.getFileSystem() != FileSystems.getDefault()) {
      throw new TranscoderException(
          Reason.UNWRITABLE,
          "class %s is a path of another file system than the default one"
              .formatted(path.getClass().getName()));
    }
    output.writeString(path.toString());
  }

  @Override
  public Object read(Kryo kryo, Input from, Class<? extends Object> type) {
    BoundedInput input = BoundedInput.of(from);
    return switch (kind) {
      case OBJECT -> new Object();
      case EMPTY_LIST -> Collections.emptyList();
      case EMPTY_SET -> Collections.emptySet();
      case EMPTY_MAP -> Collections.emptyMap();
      case STRING_BUFFER -> new StringBuffer(input.readString());
      case DATE -> new Date(input.readLong());
      case CURRENCY -> Currency.getInstance(input.readString());
      case UUID -> new UUID(input.readLong(), input.readLong());
      case URI -> URI.create(input.readString());
      case PATTERN -> Patterns.read(input);
      case ATOMIC_BOOLEAN -> new AtomicBoolean(input.readBoolean());
      case ATOMIC_INTEGER -> new AtomicInteger(input.readVarInt(false));
      case ATOMIC_LONG -> new AtomicLong(input.readVarLong(false));
      case CHARSET -> Charset.forName(input.readString());
      case PATH -> Path.of(input.readString());
    };
  }
}
