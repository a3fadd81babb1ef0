package io.holdfast.serializer.kryo;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import org.jspecify.annotations.Nullable;

/**
 * The collections and maps of the JDK that are filled one by one. They are told apart by a switch:
 * a function for each would be a class that each Tomcat makes at its start.
 */
@SuppressWarnings("JdkObsolete")
enum CollectionKind {
  ARRAY_LIST(ArrayList.class),
  LINKED_LIST(LinkedList.class),
  VECTOR(Vector.class),
  STACK(Stack.class),
  ARRAY_DEQUE(ArrayDeque.class),
  HASH_SET(HashSet.class),
  LINKED_HASH_SET(LinkedHashSet.class),
  TREE_SET(TreeSet.class),
  PRIORITY_QUEUE(PriorityQueue.class),
  COPY_ON_WRITE_LIST(CopyOnWriteArrayList.class),
  COPY_ON_WRITE_SET(CopyOnWriteArraySet.class),
  SKIP_LIST_SET(ConcurrentSkipListSet.class),
  CONCURRENT_QUEUE(ConcurrentLinkedQueue.class),
  CONCURRENT_DEQUE(ConcurrentLinkedDeque.class),
  HASH_MAP(HashMap.class),
  LINKED_HASH_MAP(LinkedHashMap.class),
  TREE_MAP(TreeMap.class),
  HASHTABLE(Hashtable.class),
  CONCURRENT_MAP(ConcurrentHashMap.class),
  SKIP_LIST_MAP(ConcurrentSkipListMap.class),
  IDENTITY_MAP(IdentityHashMap.class),
  WEAK_MAP(WeakHashMap.class);

  private final Class<?> type;
  private final boolean sorted;

  CollectionKind(Class<?> type) {
    this.type = type;
    this.sorted =
        SortedSet.class.isAssignableFrom(type)
            || SortedMap.class.isAssignableFrom(type)
            || type == PriorityQueue.class;
  }

  Class<?> type() {
    return type;
  }

  /** Returns whether it may have a comparator. */
  boolean isSorted() {
    return sorted;
  }

  /** Makes an empty one. */
  @SuppressWarnings("NullAway") // without a comparator, the JDK takes null for none
  Object make(int capacity, @Nullable Comparator<Object> comparator) {
    return switch (this) {
      case ARRAY_LIST -> new ArrayList<>(capacity);
      case LINKED_LIST -> new LinkedList<>();
      case VECTOR -> new Vector<>(capacity);
      case STACK -> new Stack<>();
      case ARRAY_DEQUE -> new ArrayDeque<>(capacity);
      case HASH_SET -> new HashSet<>(2 * capacity);
      case LINKED_HASH_SET -> new LinkedHashSet<>(2 * capacity);
      case TREE_SET -> new TreeSet<>(comparator);
      case PRIORITY_QUEUE -> new PriorityQueue<>(Math.max(1, capacity), comparator);
      case COPY_ON_WRITE_LIST -> new CopyOnWriteArrayList<>();
      case COPY_ON_WRITE_SET -> new CopyOnWriteArraySet<>();
      case SKIP_LIST_SET -> new ConcurrentSkipListSet<>(comparator);
      case CONCURRENT_QUEUE -> new ConcurrentLinkedQueue<>();
      case CONCURRENT_DEQUE -> new ConcurrentLinkedDeque<>();
      case HASH_MAP -> new HashMap<>(capacity);
      case LINKED_HASH_MAP -> new LinkedHashMap<>(capacity);
      case TREE_MAP -> new TreeMap<>(comparator);
      case HASHTABLE -> new Hashtable<>();
      case CONCURRENT_MAP -> new ConcurrentHashMap<>();
      case SKIP_LIST_MAP -> new ConcurrentSkipListMap<>(comparator);
      case IDENTITY_MAP -> new IdentityHashMap<>();
      case WEAK_MAP -> new WeakHashMap<>();
    };
  }
}
