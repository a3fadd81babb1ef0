package io.holdfast.serializer.tests.frameworks;

import com.sun.faces.util.LRUMap;
import io.holdfast.core.transcoder.kit.Kind;
import jakarta.faces.application.FacesMessage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.wicket.MetaDataEntry;
import org.apache.wicket.MetaDataKey;
import org.apache.wicket.ThreadContext;
import org.apache.wicket.feedback.FeedbackMessage;
import org.apache.wicket.feedback.FeedbackMessages;
import org.apache.wicket.markup.html.form.ValidationErrorFeedback;
import org.apache.wicket.mock.MockApplication;
import org.apache.wicket.mock.MockWebRequest;
import org.apache.wicket.pageStore.SerializedPage;
import org.apache.wicket.protocol.http.WebSession;
import org.apache.wicket.request.Url;
import org.apache.wicket.validation.ValidationError;
import org.apereo.cas.client.authentication.AttributePrincipalImpl;
import org.apereo.cas.client.validation.AssertionImpl;

/** What Wicket, JSF, Struts and login libraries put into a session. */
final class WebKinds {

  private WebKinds() {}

  static List<Kind> all() {
    return List.of(
        Kind.of("Wicket SerializedPage", () -> page(7)),
        Kind.of("Wicket pages in the session", WebKinds::pagesInSession),
        Kind.of("Wicket WebSession", WebKinds::wicketSession),
        Kind.of("Wicket MetaDataEntry array", WebKinds::metaData),
        Kind.of("Wicket FeedbackMessages", WebKinds::feedback),
        Kind.of("Wicket message of a validation", WebKinds::validation),
        Kind.of("JSF (Mojarra) logical views", WebKinds::logicalViews),
        Kind.of("JSF (Mojarra) state of components", WebKinds::componentState),
        Kind.of("JSF (Mojarra) beans of a view", WebKinds::beansOfView),
        Kind.of("JSF (Mojarra) flash", () -> Made.by("com.sun.faces.context.flash.SessionHelper")),
        Kind.of("JSF (Mojarra) mutex", () -> Made.by("com.sun.faces.context.SessionMap$Mutex")),
        Kind.of("JSF message", () -> new FacesMessage(FacesMessage.SEVERITY_WARN, "saved", "all")),
        Kind.of("JSF (Mojarra) active view maps", WebKinds::activeViewMaps),
        Kind.of("JSF (MyFaces) serialized views", WebKinds::serializedViews),
        Kind.of("Struts token", () -> "8YTDQ6PRQ3SXXTCCBCZC6OHPJB8KQK4F"),
        Kind.of("Struts session map of messages", WebKinds::strutsMessages),
        Kind.of("Shiro PrincipalCollection", WebKinds::shiroPrincipals),
        Kind.of("CAS client Assertion", WebKinds::casAssertion));
  }

  private static SerializedPage page(int id) {
    return new SerializedPage(id, "com.acme.OrderPage", new byte[] {1, 2, 3, (byte) id});
  }

  private static Object pagesInSession() {
    Object data = Made.by("org.apache.wicket.pageStore.InSessionPageStore$CountLimitedData", 5);
    Made.call(data, "add", page(1));
    Made.call(data, "add", page(2));
    return data;
  }

  private static final class Cart extends MetaDataKey<ArrayList<String>> {
    private static final long serialVersionUID = 1L;
  }

  private static Object wicketSession() {
    ThreadContext.setApplication(new MockApplication());
    try {
      WebSession session = new WebSession(new MockWebRequest(Url.parse("orders")));
      session.setMetaData(new Cart(), new ArrayList<>(List.of("tea")));
      session.setStyle("dark");
      session.setLocale(Locale.GERMANY);
      return session;
    } finally {
      ThreadContext.detach();
    }
  }

  private static Object metaData() {
    return new MetaDataEntry<?>[] {
      new MetaDataEntry<>(new Cart(), new ArrayList<>(List.of("tea", "cup")))
    };
  }

  private static Object feedback() {
    FeedbackMessages messages = new FeedbackMessages();
    messages.add(new FeedbackMessage(null, "saved", FeedbackMessage.INFO));
    return messages;
  }

  private static Object validation() {
    FeedbackMessages messages = new FeedbackMessages();
    var error = new ValidationErrorFeedback(new ValidationError("too short"), "too short");
    messages.add(new FeedbackMessage(null, error, FeedbackMessage.ERROR));
    return messages;
  }

  /** As partial state saving leaves it: what has changed since the page was built, by component. */
  private static Object componentState() {
    Map<Object, Object> helper = new HashMap<>();
    helper.put(Made.constant("jakarta.faces.component.UIComponent$PropertyKeysPrivate", 0), "tea");
    helper.put(Made.constant("jakarta.faces.component.UIInput$PropertyKeys", 0), true);
    Map<String, Object> states = new HashMap<>();
    states.put("items-form:item", new Object[] {null, new Object[] {helper, null}, true});
    return new Object[] {null, states};
  }

  private static Object beansOfView() {
    Object bean =
        Made.by("com.sun.faces.application.view.ViewScopeContextObject", "WELD%Wizard", "wizard");
    Map<String, Object> beans = new ConcurrentHashMap<>(Map.of("wizard", bean));
    return new HashMap<>(Map.of("4711", beans));
  }

  /** View state as the server-side state helper keeps it: structure and state of components. */
  private static Object[] viewState() {
    Map<String, Object> state = new HashMap<>();
    state.put("j_id1:form", new Object[] {null, new Object[] {"value", 7}, true});
    state.put("j_id1:name", new Object[] {"Ann", null});
    return new Object[] {new Object[] {"form", new Object[] {"name"}}, state};
  }

  private static Object logicalViews() {
    Map<String, Object> actual = new LRUMap<>(15);
    actual.put("-4711", viewState());
    actual.put("4712", viewState());
    Map<String, Object> logical = Collections.synchronizedMap(new LRUMap<>(15));
    logical.put("815", actual);
    return logical;
  }

  private static Object activeViewMaps() {
    Map<String, Object> maps = Collections.synchronizedMap(new LRUMap<>(2));
    maps.put("a", new HashMap<>(Map.of("bean", "x")));
    maps.put("b", new HashMap<>(Map.of("bean", "y")));
    return maps;
  }

  @SuppressWarnings("unchecked")
  private static Object serializedViews() {
    String places = "org.apache.myfaces.application.viewstate.";
    Object views = Made.by(places + "SerializedViewCollection");
    Object key = Made.by(places + "SerializedViewKeyIntInt", 7, 8);
    ((List<Object>) Made.get(views, "_keys")).add(key);
    ((Map<Object, Object>) Made.get(views, "_serializedViews")).put(key, viewState());
    return views;
  }

  private static Object strutsMessages() {
    Map<String, Object> session = new HashMap<>();
    session.put("struts.tokens.order", "8YTDQ6PRQ3SXXTCC");
    session.put(
        "__MessageStoreInterceptor_ActionMessages_SessionKey", new ArrayList<>(List.of("ok")));
    session.put("WW_TRANS_I18N_LOCALE", Locale.FRANCE);
    return session;
  }

  @SuppressWarnings("deprecation")
  private static Object shiroPrincipals() {
    var principals = new org.apache.shiro.subject.SimplePrincipalCollection("ann", "ldap");
    principals.add(7L, "database");
    return principals;
  }

  @SuppressWarnings("JavaUtilDate")
  private static Object casAssertion() {
    Set<String> groups = new HashSet<>(Set.of("staff"));
    return new AssertionImpl(
        new AttributePrincipalImpl("ann", new HashMap<>(Map.of("groups", groups))),
        new Date(0),
        new Date(60_000),
        new Date(0),
        new HashMap<>(Map.of("method", "password")));
  }
}
