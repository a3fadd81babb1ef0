package io.holdfast.serializer.tests.frameworks;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableRangeSet;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Range;
import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import io.holdfast.core.transcoder.kit.Kind;
import io.vavr.collection.HashMap;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.List;
import java.math.BigDecimal;
import org.joda.time.Interval;
import org.joda.time.LocalDate;
import org.joda.time.LocalDateTime;
import org.joda.time.LocalTime;
import org.joda.time.MonthDay;
import org.joda.time.Period;
import org.joda.time.PeriodType;
import org.joda.time.chrono.BuddhistChronology;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.web.authentication.WebAuthenticationDetails;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;

/** The corners of what the ready-made converters convert. */
@SuppressWarnings("JodaConstructors")
public final class ConvertedKinds {

  private static final java.util.List<SimpleGrantedAuthority> ROLES =
      java.util.List.of(new SimpleGrantedAuthority("ROLE_USER"));

  private ConvertedKinds() {}

  /** All, with names that no other kind has. */
  public static java.util.List<Kind> all() {
    return java.util.List.of(
        Kind.of("JSON parsed", () -> JsonParser.parseString("{\"a\":[1,2.50,1e3,null,true,{}]}")),
        Kind.of("JSON array empty", JsonArray::new),
        Kind.of("JSON null", () -> JsonNull.INSTANCE),
        Kind.of("JSON number", () -> new JsonPrimitive(new BigDecimal("12.50"))),
        Kind.of("JSON text", () -> new JsonPrimitive("Gr\u00fc\u00dfe \ud83d")),
        Kind.of("ImmutableMap empty", ImmutableMap::of),
        Kind.of("ImmutableMap of one", () -> ImmutableMap.of("a", 1)),
        Kind.of(
            "ImmutableSortedSet with comparator",
            () ->
                ImmutableSortedSet.orderedBy(String.CASE_INSENSITIVE_ORDER).add("b", "A").build()),
        Kind.of("ImmutableSortedSet empty", ImmutableSortedSet::of),
        Kind.of("Range without upper end", () -> Range.greaterThan("a")),
        Kind.of("Range without lower end", () -> Range.atMost(5L)),
        Kind.of("Range empty", () -> Range.openClosed(5, 5)),
        Kind.of("ImmutableRangeSet of all", () -> ImmutableRangeSet.of(Range.<Integer>all())),
        Kind.of("Joda MonthDay", () -> new MonthDay(2, 29)),
        Kind.of(
            "Joda LocalDate of another chronology",
            () -> new LocalDate(0L, BuddhistChronology.getInstanceUTC())),
        Kind.of("Joda LocalDate before Christ", () -> new LocalDate(-44, 3, 15)),
        Kind.of("Joda LocalTime midnight", () -> LocalTime.MIDNIGHT),
        Kind.of("Joda LocalDateTime", () -> new LocalDateTime(2026, 3, 29, 2, 30, 1, 2)),
        Kind.of("Joda Period of days", () -> new Period(0, 0, 0, 3, 0, 0, 0, 0, PeriodType.days())),
        Kind.of("Joda Period below zero", () -> new Period(-1, 2, -3, 4)),
        Kind.of("Joda Interval of nothing", () -> new Interval(7L, 7L)),
        Kind.of("User with password", () -> new User("ann", "{noop}x", ROLES)),
        Kind.of("User disabled", () -> new User("ann", "x", false, true, false, true, ROLES)),
        Kind.of("Token not yet authenticated", ConvertedKinds::unauthenticated),
        Kind.of("Token not any more authenticated", ConvertedKinds::noLongerAuthenticated),
        Kind.of("Token without authorities", ConvertedKinds::withoutAuthorities),
        Kind.of("Token of X.509", () -> new PreAuthenticatedAuthenticationToken("ann", "n/a")),
        Kind.of("SecurityContext empty", SecurityContextImpl::new),
        Kind.of("Vavr List with null", () -> List.of("a", null)),
        Kind.of("Vavr HashMap empty", HashMap::empty),
        Kind.of("Vavr LinkedHashMap empty", LinkedHashMap::empty));
  }

  private static Object unauthenticated() {
    var token = new UsernamePasswordAuthenticationToken("ann", "secret");
    token.setDetails(new WebAuthenticationDetails("192.0.2.7", null));
    return token;
  }

  private static Object noLongerAuthenticated() {
    var token = new UsernamePasswordAuthenticationToken("ann", null, ROLES);
    token.setAuthenticated(false);
    return token;
  }

  private static Object withoutAuthorities() {
    return new UsernamePasswordAuthenticationToken("ann", null, java.util.List.of());
  }
}
