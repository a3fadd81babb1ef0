package saving;

import org.apache.catalina.LifecycleException;
import org.apache.catalina.session.StandardManager;

/**
 * Stands for a manager that saves sessions only when their responses leave, and nowhere else than in
 * memory: what it has not saved by then, no test sees.
 */
public final class SavingManager extends StandardManager {

  private SavingValve valve;

  /** Creates the manager; Tomcat does. */
  public SavingManager() {
    setPathname(null);
  }

  @Override
  protected void startInternal() throws LifecycleException {
    super.startInternal();
    valve = new SavingValve(getContext());
    getContext().getParent().getPipeline().addValve(valve);
  }

  @Override
  protected void stopInternal() throws LifecycleException {
    getContext().getParent().getPipeline().removeValve(valve);
    super.stopInternal();
  }
}
