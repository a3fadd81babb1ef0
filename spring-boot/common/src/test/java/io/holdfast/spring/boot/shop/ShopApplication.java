package io.holdfast.spring.boot.shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application that names neither Holdfast nor its own packages. */
@SpringBootApplication
public class ShopApplication {

  /** Starts it. */
  public static void main(String[] arguments) {
    SpringApplication.run(ShopApplication.class, arguments);
  }
}
