package io.holdfast.core.session;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Graphs by the names of their attributes, in the natural order of the names. Immutable, and in two
 * arrays: each session in memory has one, and each request that may have changed it makes another.
 */
final class SortedGraphs extends AbstractMap<String, Bytes> {

  private final String[] names;
  private final Bytes[] graphs;

  private SortedGraphs(String[] names, Bytes[] graphs) {
    this.names = names;
    this.graphs = graphs;
  }

  /** Returns the graphs of names that ascend; null if these names do not. */
  static @Nullable SortedGraphs of(String[] names, Bytes[] graphs) {
    for (int i = 1; i < names.length; i++) {
      if (names[i - 1].compareTo(names[i]) >= 0) {
        return null;
      }
    }
    return new SortedGraphs(names, graphs);
  }

  /** The same with other graphs of these names, which are among those here. */
  SortedGraphs with(String[] some, Bytes[] others) {
    Bytes[] all = graphs.clone();
    for (int i = 0; i < some.length; i++) {
      all[find(some[i])] = others[i];
    }
    return new SortedGraphs(names, all);
  }

  private int find(@Nullable Object name) {
    return name instanceof String text ? Arrays.binarySearch(names, text) : -1;
  }

  @Override
  public boolean containsKey(@Nullable Object name) {
    return find(name) >= 0;
  }

  @Override
  public @Nullable Bytes get(@Nullable Object name) {
    int place = find(name);
    return place < 0 ? null : graphs[place];
  }

  @Override
  public int size() {
    return names.length;
  }

  @Override
  public void forEach(BiConsumer<? super String, ? super Bytes> action) {
    for (int i = 0; i < names.length; i++) {
      action.accept(names[i], graphs[i]);
    }
  }

  @Override
  public Set<String> keySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return names.length;
      }

      @Override
      public boolean contains(@Nullable Object name) {
        return containsKey(name);
      }

      @Override
      public Iterator<String> iterator() {
        return Arrays.asList(names).iterator(); // which cannot remove
      }
    };
  }

  /** Without an entry for each. */
  @Override
  public Collection<Bytes> values() {
    return Collections.unmodifiableList(Arrays.asList(graphs));
  }

  @Override
  public Set<Map.Entry<String, Bytes>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return names.length;
      }

      @Override
      public Iterator<Map.Entry<String, Bytes>> iterator() {
        return new Entries();
      }
    };
  }

  private final class Entries implements Iterator<Map.Entry<String, Bytes>> {

    private int next;

    @Override
    public boolean hasNext() {
      return next < names.length;
    }

    @Override
    public Map.Entry<String, Bytes> next() {
      if (next == names.length) {
        throw new NoSuchElementException();
      }
      int now = next++;
      return Map.entry(names[now], graphs[now]);
    }
  }
}
