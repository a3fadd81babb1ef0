/** Examines the files of a Tomcat: its jars and its configuration. No code of it is run. */
@NullMarked
package io.holdfast.doctor.tomcat;

import org.jspecify.annotations.NullMarked;
