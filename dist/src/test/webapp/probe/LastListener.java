package probe;

/** The last one that hears. */
public final class LastListener extends HearingListener {

  public LastListener() {
    super("last");
  }
}
