/** Tests of sessions that any Tomcat may serve. */
@NullMarked
package io.holdfast.sessions.nonsticky;

import org.jspecify.annotations.NullMarked;
