/**
 * Lets the jars that the manifest of its own names be on the class path of Maven's virtual machine,
 * as an agent that does nothing.
 */
public final class Nothing {

  private Nothing() {}

  /** Called when the virtual machine starts. */
  public static void premain(String options) {}
}
