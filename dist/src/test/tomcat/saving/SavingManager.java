package saving;

import io.holdfast.tomcat.response.FilterInstallation;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.session.StandardManager;

/**
 * Stands for a manager that saves sessions only when their responses leave, and nowhere else than in
 * memory: what it has not saved by then, nobody sees.
 */
public final class SavingManager extends StandardManager {

  private FilterInstallation installation;
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
    installation = FilterInstallation.install(getContext());
  }

  @Override
  protected void stopInternal() throws LifecycleException {
    installation.remove();
    getContext().getParent().getPipeline().removeValve(valve);
    super.stopInternal();
  }
}
