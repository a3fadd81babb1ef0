/** Tests of the transcoder on XStream. They run without Tomcat and without memcached. */
@NullMarked
package io.holdfast.serializer.xstream;

import org.jspecify.annotations.NullMarked;
