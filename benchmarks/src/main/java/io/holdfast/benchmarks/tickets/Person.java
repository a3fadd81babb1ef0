package io.holdfast.benchmarks.tickets;

import io.holdfast.benchmarks.serializers.tickets.Principal;

/**
 * One of the users that the directory knows.
 *
 * @param number from 0 on
 */
record Person(int number) {

  private static final String PREFIX = "maria.gonzalez";
  private static final int FIRST_EMPLOYEE = 204_117;

  /** Returns the person with this name; the caller has checked the password before. */
  static Person named(String name) {
    return new Person(Integer.parseInt(name.substring(PREFIX.length())));
  }

  /** The name to log in with. */
  String name() {
    return PREFIX + number;
  }

  String password() {
    return "tea-" + number * 31;
  }

  /** Returns whether a person with this name has this password. */
  static boolean knows(String name, String password) {
    return name.matches(PREFIX + "\\d{1,6}") && named(name).password().equals(password);
  }

  /** Makes a new principal with the directory's data of the person. */
  Principal principal() {
    return new Principal(name(), "María González " + number, FIRST_EMPLOYEE + number);
  }
}
