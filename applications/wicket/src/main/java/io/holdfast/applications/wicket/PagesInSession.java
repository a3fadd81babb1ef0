package io.holdfast.applications.wicket;

import org.apache.wicket.Application;
import org.apache.wicket.DefaultPageManagerProvider;
import org.apache.wicket.MetaDataKey;
import org.apache.wicket.pageStore.IPageStore;
import org.apache.wicket.pageStore.InSessionPageStore;

/**
 * Keeps the last pages serialized in the session instead of on the disk of one server, so that its
 * "back" works on another one. The page seen last is there as it is, too: that is Wicket's default.
 */
final class PagesInSession extends DefaultPageManagerProvider {

  private static final int PAGES = 5;

  PagesInSession(Application application) {
    super(application);
  }

  @Override
  protected IPageStore newPersistentStore() {
    return new SerializedPages();
  }

  /** The session must be changed while its request runs. */
  @Override
  protected IPageStore newAsynchronousStore(IPageStore store) {
    return store;
  }

  private static final class SerializedPages extends InSessionPageStore {

    /** Another one than that of the page seen last. */
    private static final MetaDataKey<SessionData> KEY = new MetaDataKey<>() {};

    SerializedPages() {
      super(PAGES);
    }

    @Override
    protected MetaDataKey<SessionData> getKey() {
      return KEY;
    }
  }
}
