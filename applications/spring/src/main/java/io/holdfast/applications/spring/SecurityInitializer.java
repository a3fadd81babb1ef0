package io.holdfast.applications.spring;

import org.springframework.security.web.context.AbstractSecurityWebApplicationInitializer;

/** Puts Spring Security's filter in front. */
public final class SecurityInitializer extends AbstractSecurityWebApplicationInitializer {}
