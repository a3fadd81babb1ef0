/**
 * Child processes of a test: started, frozen, killed. None of them outlives the virtual machine
 * that started it.
 */
@NullMarked
package io.holdfast.testkit.process;

import org.jspecify.annotations.NullMarked;
