package io.holdfast.benchmarks.serializers.shop;

import java.io.Serializable;
import java.time.LocalDate;

/** Who shops. */
@SuppressWarnings("unused")
final class Customer implements Serializable {

  private static final long serialVersionUID = 1L;

  private final long number;
  private final String firstName;
  private final String lastName;
  private final String mail;
  private final LocalDate birthday;
  private final Address home;
  private final Address delivery;

  Customer(long number, String firstName, String lastName, LocalDate birthday, Address home) {
    this.number = number;
    this.firstName = firstName;
    this.lastName = lastName;
    this.mail = firstName + "@example.com";
    this.birthday = birthday;
    this.home = home;
    this.delivery = home;
  }
}
