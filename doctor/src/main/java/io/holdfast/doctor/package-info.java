/** The command that examines an installation: its nodes, its Tomcat, its configuration. */
@NullMarked
package io.holdfast.doctor;

import org.jspecify.annotations.NullMarked;
