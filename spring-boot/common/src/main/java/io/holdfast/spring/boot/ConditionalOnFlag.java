package io.holdfast.spring.boot;

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

  /** The name of the attribute, whose default holds where the property is not set, or empty. */
  String value();
}
