/** Tests of the transcoder on Javolution. They run without Tomcat and without memcached. */
@NullMarked
package io.holdfast.serializer.javolution;

import org.jspecify.annotations.NullMarked;
