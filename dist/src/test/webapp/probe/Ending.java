package probe;

import java.io.Serializable;
import javax.servlet.http.HttpSessionBindingEvent;
import javax.servlet.http.HttpSessionBindingListener;

/** An attribute that ends its session while it is set, and notes what happens to it. */
public final class Ending implements HttpSessionBindingListener, Serializable {

  private static final long serialVersionUID = 1L;

  @Override
  public void valueBound(HttpSessionBindingEvent event) {
    NodeReplies.note(event.getSession(), "bound ending");
    event.getSession().invalidate();
  }

  @Override
  public void valueUnbound(HttpSessionBindingEvent event) {
    NodeReplies.note(event.getSession(), "unbound ending");
  }
}
