/**
 * Catalina's faces of Holdfast: the manager, the session and the valve adapt, they do not decide.
 * Nothing here names a servlet type, so that one jar serves Tomcat 9.0, 10.1 and 11.
 */
@NullMarked
package io.holdfast.tomcat;

import org.jspecify.annotations.NullMarked;
