package io.holdfast.dist;

/**
 * What the machines of two Tomcats need not have in common. The second one counts in Persian
 * digits, has another encoding, another time zone and, as a small container has, one processor. So
 * nothing that goes to a node, to a client or between the Tomcats may depend on these, and nothing
 * may wait for a second thread where there is one per processor.
 */
final class Surroundings {

  private static final String[] NONE = {};
  private static final String[] HERE = {
    "-Duser.language=en", "-Duser.country=US", "-Duser.timezone=UTC"
  };
  private static final String[] ELSEWHERE = {
    "-Duser.language=fa",
    "-Duser.country=IR",
    "-Dfile.encoding=ISO-8859-1",
    "-Duser.timezone=Asia/Kathmandu",
    "-XX:ActiveProcessorCount=1"
  };

  private Surroundings() {}

  /** Options of the virtual machine for the Tomcat with a name of the suites, t1 or t2. */
  static String[] of(String tomcat) {
    return tomcat.equals("t2") ? ELSEWHERE.clone() : NONE;
  }

  /**
   * Options for a Tomcat of a suite that compares what each prints or makes by itself: a date
   * format has the calendar and the time zone of the machine that makes it.
   */
  static String[] ofOnePlace() {
    return HERE.clone();
  }
}
