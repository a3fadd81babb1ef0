/**
 * Sealing: what a node or a file holds is encrypted and authenticated with keys that only the
 * Tomcats have.
 */
@NullMarked
package io.holdfast.core.seal;

import org.jspecify.annotations.NullMarked;
