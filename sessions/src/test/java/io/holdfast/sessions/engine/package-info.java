/** Tests of sessions that any Tomcat may serve. */
@NullMarked
package io.holdfast.sessions.engine;

import org.jspecify.annotations.NullMarked;
