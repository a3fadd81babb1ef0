package io.holdfast.demo.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the page must be able to parse. */
class JsonTest {

  @Test
  void ofWhenNestedThenWritesAllKinds() {
    Map<String, @Nullable Object> value = new LinkedHashMap<>();
    value.put("text", "a");
    value.put("number", 3L);
    value.put("truth", true);
    value.put("nothing", null);
    value.put("list", Arrays.asList(1, null, Map.of("k", "v")));

    String json = Json.of(value);

    assertEquals(
        "{\"text\":\"a\",\"number\":3,\"truth\":true,\"nothing\":null,\"list\":[1,null,{\"k\":\"v\"}]}",
        json);
  }

  @Test
  void ofWhenTextHasSpecialCharactersThenEscapesThem() {
    String json = Json.of(List.of("a\"b\\c\n\td"));

    assertEquals("[\"a\\\"b\\\\c\\u000a\\u0009d\"]", json);
  }
}
