/** A shop with Faces and CDI: view state, view scope and session scope are in the session. */
@NullMarked
package io.holdfast.applications.faces;

import org.jspecify.annotations.NullMarked;
