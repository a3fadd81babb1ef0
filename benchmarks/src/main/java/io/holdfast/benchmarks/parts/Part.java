package io.holdfast.benchmarks.parts;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** About a kilobyte of what sessions hold, as on the pages of the modes. */
@SuppressWarnings({"unused", "JavaUtilDate"}) // sessions hold such dates
final class Part implements Serializable {

  private static final long serialVersionUID = 1L;
  private static final int LINES = 8;
  private static final int VALUES = 4;

  private final long number;
  private final Date created;
  private final String text;
  private final List<String> lines = new ArrayList<>();
  private final Map<String, Object> values = new HashMap<>();

  Part(int seed) {
    number = seed * 1_000_000_007L;
    created = new Date(1_700_000_000_000L + number);
    text = "Part " + seed + " of the session, as long as an address or a remark may be.";
    for (int line = 0; line < LINES; line++) {
      lines.add("Line " + line + " of part " + seed + ", an article with its name and price");
    }
    for (int value = 0; value < VALUES; value++) {
      values.put("number" + value, 1_000 * seed + value);
      values.put("text" + value, "A setting " + seed + "." + value + " of the user");
      values.put("time" + value, new Date(created.getTime() + value));
    }
  }

  /** The attributes of a session of so many kilobytes. */
  static Map<String, Object> session(int kilobytes) {
    Map<String, Object> attributes = new LinkedHashMap<>();
    for (int part = 0; part < kilobytes; part++) {
      attributes.put("part" + part, new Part(part));
    }
    return attributes;
  }
}
