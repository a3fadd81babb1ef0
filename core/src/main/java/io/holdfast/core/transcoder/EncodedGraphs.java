package io.holdfast.core.transcoder;

import java.util.ArrayList;
import java.util.List;

/**
 * Graphs that were just encoded, where they lie: a caller that only compares them needs no copies.
 * They are valid only while the reader runs that is given them.
 */
public interface EncodedGraphs {

  /**
   * Returns how many graphs there are.
   *
   * @return as many as roots
   */
  int size();

  /**
   * Returns the array in which a graph is, perhaps between others.
   *
   * @param graph its place in the order of the roots, from 0
   * @return the array, not to be modified or kept
   */
  byte[] array(int graph);

  /**
   * Returns where in its array a graph starts.
   *
   * @param graph its place in the order of the roots, from 0
   * @return the index of its first byte
   */
  int start(int graph);

  /**
   * Returns the size of a graph.
   *
   * @param graph its place in the order of the roots, from 0
   * @return its number of bytes
   */
  int length(int graph);

  /**
   * Takes a graph out, at most once.
   *
   * @param graph its place in the order of the roots, from 0
   * @return its bytes, owned by the caller
   */
  byte[] take(int graph);

  /**
   * Takes all graphs out.
   *
   * @return the bytes of each, owned by the caller
   */
  default List<byte[]> takeAll() {
    List<byte[]> all = new ArrayList<>(size());
    for (int graph = 0; graph < size(); graph++) {
      all.add(take(graph));
    }
    return all;
  }

  /**
   * Returns graphs that have an array each.
   *
   * @param graphs the arrays, not used by the caller any more
   * @return a view of them
   */
  static EncodedGraphs of(List<byte[]> graphs) {
    return new EncodedGraphs() {
      @Override
      public int size() {
        return graphs.size();
      }

      @Override
      public byte[] array(int graph) {
        return graphs.get(graph);
      }

      @Override
      public int start(int graph) {
        return 0;
      }

      @Override
      public int length(int graph) {
        return graphs.get(graph).length;
      }

      @Override
      public byte[] take(int graph) {
        return graphs.get(graph);
      }
    };
  }
}
