package io.holdfast.benchmarks.tickets;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One of the users that the directory knows.
 *
 * @param number from 0 on
 */
record Person(int number) {

  private static final String PREFIX = "maria.gonzalez";
  private static final int FIRST_EMPLOYEE = 204_117;

  /** The one with this name; whoever asks has checked the password before. */
  static Person named(String name) {
    return new Person(Integer.parseInt(name.substring(PREFIX.length())));
  }

  /** The name to log in with. */
  public String name() {
    return PREFIX + number;
  }

  public String password() {
    return "tea-" + number * 31;
  }

  /** Whether somebody has this name and this password. */
  static boolean knows(String name, String password) {
    return name.matches(PREFIX + "\\d{1,6}") && named(name).password().equals(password);
  }

  /** What the directory says about the person, made anew. */
  public Map<String, Object> attributes() {
    Map<String, Object> attributes = new HashMap<>();
    attributes.put("displayName", "María González " + number);
    attributes.put("mail", name() + "@example.org");
    attributes.put("employeeNumber", FIRST_EMPLOYEE + number);
    attributes.put("memberOf", new ArrayList<>(List.of("staff", "library", "mail-users")));
    return attributes;
  }
}
