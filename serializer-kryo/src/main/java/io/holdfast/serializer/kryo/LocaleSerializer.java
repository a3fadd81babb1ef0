package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.ImmutableSerializer;
import java.util.Locale;

/** Locales by language, country and variant; those with more to them as the JDK writes them. */
final class LocaleSerializer extends ImmutableSerializer<Locale> {

  private final NestedSerializer nested;

  LocaleSerializer(NestedSerializer nested) {
    this.nested = nested;
  }

  @Override
  public void write(Kryo kryo, Output output, Locale locale) {
    boolean more = locale.hasExtensions() || !locale.getScript().isEmpty();
    output.writeBoolean(more);
    if (more) {
      nested.write(kryo, output, locale);
      return;
    }
    output.writeString(locale.getLanguage());
    output.writeString(locale.getCountry());
    output.writeString(locale.getVariant());
  }

  @Override
  public Locale read(Kryo kryo, Input input, Class<? extends Locale> type) {
    if (input.readBoolean()) {
      return (Locale) nested.read(kryo, input, type);
    }
    return new Locale(input.readString(), input.readString(), input.readString());
  }
}
