package io.holdfast.examples.boot;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A shop that asks who you are; nothing in its code knows of Holdfast. */
@SpringBootApplication
public class ShopApplication {

  /** Starts the shop. */
  public static void main(String[] args) {
    SpringApplication.run(ShopApplication.class, args);
  }
}
