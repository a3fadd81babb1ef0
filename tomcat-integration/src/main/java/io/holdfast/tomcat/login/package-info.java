/**
 * Who is logged in, as it is stored: users, the notes of a login that is under way, and the
 * sessions of a single sign-on.
 */
@NullMarked
package io.holdfast.tomcat.login;

import org.jspecify.annotations.NullMarked;
