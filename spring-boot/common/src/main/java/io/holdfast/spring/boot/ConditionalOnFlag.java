package io.holdfast.spring.boot;

import io.holdfast.core.config.Setting;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/**
 * The property of an attribute is true, in any of the words that Spring Boot takes for that.
 * {@code @ConditionalOnProperty} takes each word but {@code false} for true, {@code off} and {@code
 * no} among them.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnFlag.class)
@interface ConditionalOnFlag {

  /** The attribute, whose default holds where the property is not set, or empty. */
  Setting value();
}
