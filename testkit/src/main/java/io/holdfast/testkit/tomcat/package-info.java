/**
 * Untouched Tomcat distributions run as child processes. {@link
 * io.holdfast.testkit.tomcat.TomcatProcess} starts, freezes and kills one; {@link
 * io.holdfast.testkit.tomcat.WebAppCompiler} compiles one source for both servlet namespaces.
 */
@NullMarked
package io.holdfast.testkit.tomcat;

import org.jspecify.annotations.NullMarked;
