package io.holdfast.spring.boot;

import io.holdfast.core.config.Setting;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** What {@link ConditionalOnFlag} says. */
final class OnFlag extends SpringBootCondition {

  /** Made by Spring. */
  OnFlag() {}

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    Setting<?> setting =
        Setting.valueOf(metadata.getAnnotations().get(ConditionalOnFlag.class).getString("value"));
    HoldfastProperty property = HoldfastProperty.of(setting);
    String given = property.type().read(Binder.get(context.getEnvironment()), property.name());
    String value = given == null ? setting.defaultValue() : given;
    return new ConditionOutcome(
        Boolean.parseBoolean(value), "%s is %s".formatted(property.name(), value));
  }
}
