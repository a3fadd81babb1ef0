/**
 * What both modes say of a session: the view that a container gives of it, the part of its record
 * outside the attributes, how it becomes bytes and is made of them, its age, and what is remembered
 * of its end.
 */
@NullMarked
package io.holdfast.core.model;

import org.jspecify.annotations.NullMarked;
