package io.holdfast.sessions.engine;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which attributes of an instance may differ from its record. Thread-safe.
 *
 * <p>The names are in a table that is searched without a lock, since each request asks for each
 * attribute that it gets. A session that no request uses has none, which takes no memory.
 */
final class ChangeNotes {

  private static final String[] NONE = new String[1];

  /** Twice the names of most requests, and a power of two, as each length. */
  private static final int FIRST = 8;

  /**
   * Each name at the place of its hash, or at the next that was free; never full. Who reads without
   * the lock may miss a name that is just added, never see one that was not.
   */
  private volatile @Nullable String[] table = NONE;

  private int count;

  /** Of the largest table until now: requests of a session use as many attributes again. */
  private int length = FIRST;

  /** May overflow: two of its values are only compared. */
  private int sets;

  /** How many threads have noted an attribute that they are just about to set or remove. */
  private int setting;

  /** Notes an attribute that is handed out though it can change in place. */
  void add(String name) {
    if (!contains(name)) {
      put(name);
    }
  }

  /** Notes these, too. */
  void addAll(Iterable<String> names) {
    names.forEach(this::add);
  }

  /** Notes what the others note, too. */
  void addAll(ChangeNotes others) {
    addAll(others.table);
  }

  /** Notes again what was taken away; without garbage, for each request. */
  void addAll(@Nullable String[] names) {
    for (String name : names) {
      if (name != null) {
        add(name);
      }
    }
  }

  private synchronized void put(String name) {
    @Nullable String[] now = table;
    if (2 * count + 2 > now.length) {
      length = Math.max(length, 2 * now.length);
      now = filled(length, now, Set.of());
    }
    if (putInto(now, name)) {
      count++;
    }
    table = now; // also so that others see the name
  }

  private static @Nullable String[] filled(int length, @Nullable String[] from, Set<String> but) {
    @Nullable String[] filled = new String[length];
    for (String name : from) {
      if (name != null && !but.contains(name)) {
        putInto(filled, name);
      }
    }
    return filled;
  }

  /** Returns false if it is there. */
  private static boolean putInto(@Nullable String[] into, String name) {
    int place = placeOf(name, into.length);
    String there = into[place];
    while (there != null && !there.equals(name)) {
      place = (place + 1) & (into.length - 1);
      there = into[place];
    }
    into[place] = name;
    return there == null;
  }

  private static int placeOf(String name, int length) {
    int hash = name.hashCode();
    return (hash ^ (hash >>> Short.SIZE)) & (length - 1);
  }

  /** Returns whether an attribute is noted. */
  boolean contains(String name) {
    return isIn(table, name);
  }

  /** Reads each place once, since names may come. */
  private static boolean isIn(@Nullable String[] table, String name) {
    int place = placeOf(name, table.length);
    String there = table[place];
    while (there != null && !there.equals(name)) {
      place = (place + 1) & (table.length - 1);
      there = table[place];
    }
    return there != null;
  }

  /** Returns whether none is noted. */
  boolean isEmpty() {
    return table == NONE;
  }

  /** The names that are noted now: a copy, which does not change. */
  Set<String> names() {
    return Set.of(toArray());
  }

  /** The same in an array, each once. */
  synchronized String[] toArray() {
    String[] names = new String[count];
    int at = 0;
    for (String name : table) {
      if (name != null) {
        names[at++] = name;
      }
    }
    return names;
  }

  /** Takes notes away, which an encoding has read: mostly all that there are. */
  synchronized void removeAll(String[] read) {
    if (areAll(read)) {
      count = 0;
      table = NONE;
      return;
    }
    Set<String> taken = Set.of(read);
    count = 0;
    for (String name : table) {
      count += name == null || taken.contains(name) ? 0 : 1;
    }
    table = count == 0 ? NONE : filled(table.length, table, taken);
  }

  private boolean areAll(String[] read) {
    boolean areAll = read.length == count;
    for (int i = 0; areAll && i < read.length; i++) {
      areAll = isIn(table, read[i]);
    }
    return areAll;
  }

  /** Notes an attribute before it is set or removed; {@link #end} must follow. */
  synchronized void begin(String name) {
    sets++;
    setting++;
    add(name);
  }

  /** It is set or removed. */
  synchronized void end() {
    setting--;
  }

  /** How often attributes were set or removed here; a change in place does not count. */
  synchronized int sets() {
    return sets;
  }

  /** Returns whether a thread has noted an attribute that it has yet to set or remove. */
  synchronized boolean isSetting() {
    return setting > 0;
  }
}
