package io.holdfast.applications.wicket;

import org.apache.wicket.Page;
import org.apache.wicket.Session;
import org.apache.wicket.protocol.http.WebApplication;
import org.apache.wicket.request.Request;
import org.apache.wicket.request.Response;
import org.apache.wicket.settings.RequestCycleSettings.RenderStrategy;

/** The shop; its first page is the login. */
public final class ShopApplication extends WebApplication {

  /** Nothing that the next request needs stays in the memory of this server. */
  @Override
  protected void init() {
    super.init();
    setPageManagerProvider(new PagesInSession(this));
    getRequestCycleSettings().setRenderStrategy(RenderStrategy.REDIRECT_TO_RENDER);
  }

  @Override
  public Class<? extends Page> getHomePage() {
    return LoginPage.class;
  }

  @Override
  public Session newSession(Request request, Response response) {
    return new ShopSession(request);
  }
}
