package io.holdfast.testkit.memcached;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Disables a test class or method on a machine without memcached, unless {@link
 * MemcachedNodes#REQUIRE} makes this an error.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(RealMemcachedCondition.class)
public @interface RequiresRealMemcached {}
