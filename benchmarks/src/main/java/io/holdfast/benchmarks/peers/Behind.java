package io.holdfast.benchmarks.peers;

import java.util.List;

/**
 * What another Tomcat knew of the sessions of one that was asked several times in a row.
 *
 * @param sessions how many there were
 * @param stale of these, how many were older than the last answer of the first
 * @param lost how many it did not know at all
 */
record Behind(int sessions, int stale, int lost) {

  /**
   * Looks at what counters said on the other Tomcat.
   *
   * @param answers the next number of each session; 1 of a session that had to be made anew
   * @param expected the number that follows the last one that the first gave
   */
  static Behind of(List<String> answers, int expected) {
    int stale = 0;
    int lost = 0;
    for (String answer : answers) {
      int number = answer.matches("\\d{1,9}") ? Integer.parseInt(answer) : 0;
      if (number <= 1) {
        lost++;
      } else if (number != expected) {
        stale++;
      }
    }
    return new Behind(answers.size(), stale, lost);
  }
}
