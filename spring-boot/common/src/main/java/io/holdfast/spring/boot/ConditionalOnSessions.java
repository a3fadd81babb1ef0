package io.holdfast.spring.boot;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.condition.ConditionalOnNotWarDeployment;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;

/**
 * The program serves servlets by itself, and {@code holdfast.enabled} is not {@code false}. A war
 * in a Tomcat of its own is configured by that Tomcat's {@code context.xml}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnNotWarDeployment
@ConditionalOnFlag("enabled")
public @interface ConditionalOnSessions {}
