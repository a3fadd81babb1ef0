package probe;

import javax.servlet.http.HttpSession;

/** Stands between the others, and fails each time where its application asks for that. */
public final class FailingListener extends HearingListener {

  public FailingListener() {
    super("failing");
  }

  @Override
  void note(HttpSession session, String event) {
    super.note(session, event);
    NodeReplies.failIfAsked(session);
  }
}
