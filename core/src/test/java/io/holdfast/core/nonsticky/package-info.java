/** Tests of sessions that any Tomcat may serve. */
@NullMarked
package io.holdfast.core.nonsticky;

import org.jspecify.annotations.NullMarked;
