package io.holdfast.benchmarks.serializers;

import io.holdfast.serializer.java.JavaTranscoderFactory;
import io.holdfast.serializer.javolution.JavolutionTranscoderFactory;
import io.holdfast.serializer.kryo.FieldSerializers;
import io.holdfast.serializer.kryo.KryoTranscoderFactory;
import io.holdfast.serializer.xstream.XStreamTranscoderFactory;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Who is measured: libraries as they come, and in a record of ours. */
@SuppressWarnings("ImmutableEnumChecker") // they hold makers of codecs
public enum Contender {
  JAVA_PLAIN("java", "plain", Plain.PlainJava::new),
  JAVA("java", "Holdfast", () -> Codecs.record(new JavaTranscoderFactory())),
  KRYO_PLAIN("kryo", "plain", Plain.PlainKryo::byDefault),
  KRYO("kryo", "Holdfast", () -> Codecs.record(new KryoTranscoderFactory())),
  /** Kryo as it comes, in a record: what the record alone costs. */
  KRYO_PLAIN_IN_RECORD(
      "kryo",
      "Holdfast's record around plain",
      () -> Codecs.inRecord("kryo", Plain.PlainKryo.byDefault())),
  /** Kryo with its serializer that writes names of fields, as ours does. */
  KRYO_PLAIN_COMPATIBLE("kryo", "plain, compatible fields", Plain.PlainKryo::compatible),
  KRYO_ALONE("kryo", "Holdfast, no record", () -> Codecs.alone(new KryoTranscoderFactory())),
  /** Kryo in a record, with numbers for classes. */
  KRYO_REGISTERED(
      "kryo",
      "Holdfast, registered classes",
      () -> Codecs.record(new KryoTranscoderFactory(), WorkloadClasses.class)),
  /** Kryo in a record, without the names of fields. */
  KRYO_FIELDS(
      "kryo",
      "Holdfast, field serializer",
      () -> Codecs.record(new KryoTranscoderFactory(), FieldSerializers.class)),
  XSTREAM_PLAIN("xstream", "plain", Plain.PlainXStream::new),
  XSTREAM("xstream", "Holdfast", () -> Codecs.record(new XStreamTranscoderFactory())),
  /** Javolution in a record; by itself it reads back next to nothing of such sessions. */
  JAVOLUTION("javolution", "Holdfast", () -> Codecs.record(new JavolutionTranscoderFactory()));

  private static final Set<Contender> VARIANTS =
      EnumSet.of(KRYO_PLAIN_COMPATIBLE, KRYO_ALONE, KRYO_REGISTERED, KRYO_FIELDS);

  private final String serializer;
  private final String use;
  private final Supplier<Codec> maker;

  Contender(String serializer, String use, Supplier<Codec> maker) {
    this.serializer = serializer;
    this.use = use;
    this.maker = maker;
  }

  /** How tables and charts call it. */
  String title() {
    return serializer + " | " + use;
  }

  String serializer() {
    return serializer;
  }

  boolean isOurs() {
    return use.startsWith("Holdfast");
  }

  /** The plain use of the same library; null if this is one, or there is none. */
  @Nullable Contender plain() {
    return isOurs()
        ? Stream.of(values())
            .filter(other -> other.serializer.equals(serializer) && !other.isOurs())
            .findFirst()
            .orElse(null)
        : null;
  }

  /** Variants are measured where objects are many, the record alone where bytes are. */
  boolean isMeasuredOn(Workload workload) {
    return workload.isBulky() ? !VARIANTS.contains(this) : this != KRYO_PLAIN_IN_RECORD;
  }

  Codec codec() {
    return maker.get();
  }
}
