package io.holdfast.converters;

import io.holdfast.core.transcoder.Conversion;
import io.holdfast.core.transcoder.Conversions;
import io.holdfast.core.transcoder.RequiresLibrary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.web.authentication.WebAuthenticationDetails;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;
import org.springframework.security.web.csrf.DefaultCsrfToken;

/**
 * Spring Security's context of a user who logged in by a form or before the request arrived, with
 * its authorities and details, and its CSRF token. Subclasses of these, which applications have of
 * the user, are left alone; what they hold is converted.
 */
@RequiresLibrary("spring-security-web")
public final class SpringSecurity implements Conversions {

  /** Where the authorities start in the parts of a token and of a user. */
  private static final int TOKEN_AUTHORITIES = 4;

  private static final int USER_AUTHORITIES = 6;

  /** Found by name. */
  public SpringSecurity() {}

  @Override
  public List<Conversion<?>> all() {
    return List.of(
        Conversion.of(
            SecurityContextImpl.class,
            context -> new Object[] {context.getAuthentication()},
            SpringSecurity::context),
        Conversion.of(
            SimpleGrantedAuthority.class,
            authority -> new Object[] {authority.getAuthority()},
            p -> new SimpleGrantedAuthority((String) p[0])),
        Conversion.of(
            UsernamePasswordAuthenticationToken.class,
            SpringSecurity::parts,
            p ->
                isWithoutAuthorities(p)
                    ? completed(new UsernamePasswordAuthenticationToken(p[0], p[1]), p)
                    : completed(
                        new UsernamePasswordAuthenticationToken(
                            p[0], p[1], authorities(p, TOKEN_AUTHORITIES)),
                        p)),
        Conversion.of(
            PreAuthenticatedAuthenticationToken.class,
            SpringSecurity::parts,
            p ->
                isWithoutAuthorities(p)
                    ? completed(new PreAuthenticatedAuthenticationToken(p[0], p[1]), p)
                    : completed(
                        new PreAuthenticatedAuthenticationToken(
                            p[0], p[1], authorities(p, TOKEN_AUTHORITIES)),
                        p)),
        Conversion.of(User.class, SpringSecurity::parts, SpringSecurity::user),
        Conversion.of(
            WebAuthenticationDetails.class,
            details -> new Object[] {details.getRemoteAddress(), details.getSessionId()},
            p -> new WebAuthenticationDetails((String) p[0], (String) p[1])),
        Conversion.of(
            DefaultCsrfToken.class,
            token ->
                new Object[] {token.getHeaderName(), token.getParameterName(), token.getToken()},
            p -> new DefaultCsrfToken((String) p[0], (String) p[1], (String) p[2])));
  }

  private static SecurityContextImpl context(@Nullable Object[] parts) {
    return parts[0] == null
        ? new SecurityContextImpl()
        : new SecurityContextImpl((Authentication) parts[0]);
  }

  private static @Nullable Object[] parts(AbstractAuthenticationToken token) {
    return with(
        token.getAuthorities(),
        token.getPrincipal(),
        token.getCredentials(),
        token.getDetails(),
        token.isAuthenticated());
  }

  /** Authenticated tokens have a list of authorities, even if there is none in it. */
  private static boolean isWithoutAuthorities(@Nullable Object[] parts) {
    return parts.length == TOKEN_AUTHORITIES && !(boolean) parts[3];
  }

  private static <T extends AbstractAuthenticationToken> T completed(
      T token, @Nullable Object[] parts) {
    token.setDetails(parts[2]);
    if (!(boolean) parts[3]) {
      token.setAuthenticated(false);
    }
    return token;
  }

  private static @Nullable Object[] parts(User user) {
    return with(
        user.getAuthorities(),
        user.getUsername(),
        user.getPassword(),
        user.isEnabled(),
        user.isAccountNonExpired(),
        user.isCredentialsNonExpired(),
        user.isAccountNonLocked());
  }

  /** A user whose password was erased is made with one first, as the class demands. */
  private static User user(@Nullable Object[] parts) {
    String password = (String) parts[1];
    User user =
        new User(
            (String) parts[0],
            password == null ? "" : password,
            (boolean) parts[2],
            (boolean) parts[3],
            (boolean) parts[4],
            (boolean) parts[5],
            authorities(parts, USER_AUTHORITIES));
    if (password == null) {
      user.eraseCredentials();
    }
    return user;
  }

  private static @Nullable Object[] with(
      Collection<GrantedAuthority> authorities, @Nullable Object... first) {
    List<@Nullable Object> parts = new ArrayList<>(Arrays.asList(first));
    parts.addAll(authorities);
    return parts.toArray();
  }

  private static List<GrantedAuthority> authorities(@Nullable Object[] parts, int start) {
    return Arrays.stream(parts).skip(start).map(part -> (GrantedAuthority) part).toList();
  }
}
