package io.holdfast.serializer.tests.frameworks;

import io.holdfast.core.transcoder.kit.Kind;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.omnifaces.cdi.BeanStorage;

/** Beans of OmniFaces' view scope; the session has those of each view. */
final class OmniFacesKinds {

  private static final UUID VIEW = new UUID(7, 8);

  private OmniFacesKinds() {}

  static List<Kind> all() {
    return List.of(
        new Kind(
            "OmniFaces beans of views",
            OmniFacesKinds::views,
            (a, b) -> a.getClass() == b.getClass() && beans(b).equals(Map.of("wizard", "a bean"))));
  }

  private static Object beans(Object scope) {
    Map<?, ?> views = (Map<?, ?>) Made.get(scope, "activeViewScopes");
    return Made.get(Objects.requireNonNull(views.get(VIEW)), "beans");
  }

  private static Object views() {
    BeanStorage storage = new BeanStorage(3);
    ConcurrentHashMap<String, Object> beans = new ConcurrentHashMap<>();
    beans.put("wizard", "a bean");
    Made.set(storage, "beans", beans);
    Object scope = Made.by("org.omnifaces.cdi.viewscope.ViewScopeStorageInSession");
    ConcurrentHashMap<UUID, BeanStorage> views = new ConcurrentHashMap<>();
    views.put(VIEW, storage);
    Made.set(scope, "activeViewScopes", views);
    Made.set(scope, "recentlyUnloadedViewStates", new ConcurrentHashMap<>());
    return scope;
  }
}
