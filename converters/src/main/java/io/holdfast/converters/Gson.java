package io.holdfast.converters;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import io.holdfast.core.transcoder.Conversion;
import io.holdfast.core.transcoder.Conversions;
import io.holdfast.core.transcoder.RequiresLibrary;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gson's trees of JSON, which no serializer writes without this. */
@RequiresLibrary("gson")
public final class Gson implements Conversions {

  private static final Set<Class<?>> NUMBERS_OF_THE_JDK =
      Set.of(
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          BigInteger.class,
          BigDecimal.class);

  /** Found by name. */
  public Gson() {}

  @Override
  public List<Conversion<?>> all() {
    return List.of(
        Conversion.of(JsonNull.class, none -> new Object[0], parts -> JsonNull.INSTANCE),
        Conversion.of(JsonPrimitive.class, Gson::parts, Gson::primitive),
        Conversion.of(JsonArray.class, array -> array.asList().toArray(), Gson::array),
        Conversion.of(JsonObject.class, Gson::parts, Gson::object));
  }

  /** A number that was parsed is one of Gson's own, which keeps how it was spelled. */
  private static Object[] parts(JsonPrimitive value) {
    if (value.isBoolean()) {
      return new Object[] {value.getAsBoolean()};
    }
    if (value.isString()) {
      return new Object[] {value.getAsString()};
    }
    Number number = value.getAsNumber();
    return NUMBERS_OF_THE_JDK.contains(number.getClass())
        ? new Object[] {number}
        : new Object[] {number.toString(), true};
  }

  private static JsonPrimitive primitive(@Nullable Object[] parts) {
    if (parts.length == 2) {
      return JsonParser.parseString((String) parts[0]).getAsJsonPrimitive();
    }
    if (parts[0] instanceof Boolean truth) {
      return new JsonPrimitive(truth);
    }
    return parts[0] instanceof Number number
        ? new JsonPrimitive(number)
        : new JsonPrimitive((String) parts[0]);
  }

  private static JsonArray array(@Nullable Object[] parts) {
    JsonArray array = new JsonArray(parts.length);
    for (Object part : parts) {
      array.add((JsonElement) part);
    }
    return array;
  }

  private static Object[] parts(JsonObject object) {
    List<Object> parts = new ArrayList<>(2 * object.size());
    object
        .entrySet()
        .forEach(
            entry -> {
              parts.add(entry.getKey());
              parts.add(entry.getValue());
            });
    return parts.toArray();
  }

  private static JsonObject object(@Nullable Object[] parts) {
    JsonObject object = new JsonObject();
    for (int i = 0; i < parts.length; i += 2) {
      object.add((String) parts[i], (JsonElement) parts[i + 1]);
    }
    return object;
  }
}
