/** The connection to one node, whatever the node speaks: how it is opened, watched and shared. */
@NullMarked
package io.holdfast.core.storage.link;

import org.jspecify.annotations.NullMarked;
