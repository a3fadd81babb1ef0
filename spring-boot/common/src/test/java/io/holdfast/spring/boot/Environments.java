package io.holdfast.spring.boot;

import java.util.Map;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Environments with the properties of one source. */
final class Environments {

  private Environments() {}

  static ConfigurableEnvironment of(Map<String, Object> properties) {
    ConfigurableEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().addFirst(new MapPropertySource("program", properties));
    return environment;
  }
}
