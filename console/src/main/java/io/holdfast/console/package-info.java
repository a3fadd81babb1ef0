/**
 * The console: one page about the sessions of this Tomcat, made of its MBeans. {@link
 * io.holdfast.console.Console} is what the JSP pages call; nothing here names a servlet type.
 */
@NullMarked
package io.holdfast.console;

import org.jspecify.annotations.NullMarked;
