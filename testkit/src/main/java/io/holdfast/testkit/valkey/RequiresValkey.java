package io.holdfast.testkit.valkey;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Disables a test class or method on a machine without Valkey and Redis, unless the environment has
 * {@code HOLDFAST_REQUIRE_VALKEY=true}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(ValkeyCondition.class)
public @interface RequiresValkey {}
