/** The sessions of each user, over all Tomcats: what of them is listed, and how they are ended. */
@NullMarked
package io.holdfast.tomcat.users;

import org.jspecify.annotations.NullMarked;
