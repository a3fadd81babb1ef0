package io.holdfast.serializer.graph;

import java.util.TimeZone;

/** Time zones that the JDK knows, by their id; one whose rules were changed is refused. */
final class TimeZoneShape implements Shape {

  @Override
  public boolean isValue() {
    return true;
  }

  @Override
  public Class<?> wireClass(Object instance) {
    return TimeZone.class;
  }

  @Override
  public void write(Object instance, PartWriter out) {
    TimeZone zone = (TimeZone) instance;
    if (!zone.equals(TimeZone.getTimeZone(zone.getID()))) {
      throw out.state().refuse(TimeZone.class, "its rules are not those of its id");
    }
    out.text(zone.getID());
  }

  @Override
  public Object read(Class<?> type, PartReader in) {
    TimeZone zone = TimeZone.getTimeZone(in.text());
    if (!zone.getID().equals(in.text())) {
      throw DecodeState.unreadable("time zone is not known here", null);
    }
    return zone;
  }
}
