package io.holdfast.core.transcoder;

import java.io.InvalidObjectException;
import java.io.Serializable;
import java.util.TimeZone;

/**
 * Stands in a stream for a time zone of the JDK. The JDK itself writes all rules of the zone, some
 * 2,000 bytes that differ from release to release, so that a zone would not be equal to itself on a
 * Tomcat with another JDK. Its name is in stored records and stays as it is.
 */
public final class ZoneById implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String id;

  private ZoneById(String id) {
    this.id = id;
  }

  /** Returns whether the object is a time zone that its id tells all about. */
  public static boolean describes(Object object) {
    return object instanceof TimeZone zone
        && zone.getClass().getModule().isNamed()
        && zone.equals(TimeZone.getTimeZone(zone.getID()));
  }

  /** The stand-in of a time zone that it {@link #describes}. */
  public static ZoneById of(Object zone) {
    return new ZoneById(((TimeZone) zone).getID());
  }

  private Object readResolve() throws InvalidObjectException {
    TimeZone zone = TimeZone.getTimeZone(id);
    if (!zone.getID().equals(id)) {
      throw new InvalidObjectException("the time zone is not known here");
    }
    return zone;
  }
}
