/**
 * Compares the classes of two versions of an application. Class files are read, and never loaded:
 * no code of the application runs.
 */
@NullMarked
package io.holdfast.doctor.compare;

import org.jspecify.annotations.NullMarked;
