package probe;

/** The first one that hears. */
public final class FirstListener extends HearingListener {

  public FirstListener() {
    super("first");
  }
}
