package io.holdfast.benchmarks.serializers.shop;

import java.io.Serializable;

/** Where a customer lives. */
@SuppressWarnings("unused")
final class Address implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String street;
  private final String zip;
  private final String city;
  private final String country;

  Address(String street, String zip, String city, String country) {
    this.street = street;
    this.zip = zip;
    this.city = city;
    this.country = country;
  }
}
