/** A shop with Spring MVC and Spring Security: login, order and messages are in the session. */
@NullMarked
package io.holdfast.applications.spring;

import org.jspecify.annotations.NullMarked;
