package io.holdfast.serializer.tests.frameworks;

import io.holdfast.core.transcoder.kit.Kind;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.primefaces.component.datatable.DataTableState;
import org.primefaces.component.tabview.TabViewState;
import org.primefaces.component.treetable.TreeTableState;
import org.primefaces.model.DefaultScheduleEvent;
import org.primefaces.model.DefaultScheduleModel;
import org.primefaces.model.DefaultTreeNode;
import org.primefaces.model.DualListModel;
import org.primefaces.model.FilterMeta;
import org.primefaces.model.MatchMode;
import org.primefaces.model.SortMeta;
import org.primefaces.model.SortOrder;
import org.primefaces.model.menu.DefaultMenuItem;
import org.primefaces.model.menu.DefaultMenuModel;
import org.primefaces.model.menu.DefaultSubMenu;

/** What PrimeFaces keeps of tables and tabs in the session, and models that beans hold. */
final class PrimeFacesKinds {

  private PrimeFacesKinds() {}

  static List<Kind> all() {
    return List.of(
        Kind.of("PrimeFaces state of a table", PrimeFacesKinds::table),
        Kind.of("PrimeFaces state of a tree table", TreeTableState::new),
        Kind.of("PrimeFaces state of tabs", PrimeFacesKinds::tabs),
        Kind.of("PrimeFaces tree", PrimeFacesKinds::tree),
        Kind.of("PrimeFaces pick list", () -> new DualListModel<>(list("tea"), list("cup"))),
        Kind.of("PrimeFaces schedule", PrimeFacesKinds::schedule),
        Kind.of("PrimeFaces menu", PrimeFacesKinds::menu));
  }

  private static List<String> list(String element) {
    return new ArrayList<>(List.of(element));
  }

  /** As a table with multiViewState leaves it. */
  private static Object table() {
    DataTableState state = new DataTableState();
    state.setFirst(10);
    state.setRows(5);
    Map<String, SortMeta> sorts = new HashMap<>();
    sorts.put("name", SortMeta.builder().field("name").order(SortOrder.DESCENDING).build());
    state.setSortBy(sorts);
    Map<String, FilterMeta> filters = new HashMap<>();
    filters.put(
        "name",
        FilterMeta.builder()
            .field("name")
            .filterValue("tea")
            .matchMode(MatchMode.CONTAINS)
            .build());
    state.setFilterBy(filters);
    Map<String, Object> states = new HashMap<>();
    states.put("/orders.xhtml:table", state);
    return states;
  }

  private static Object tabs() {
    TabViewState state = new TabViewState();
    state.setActiveIndex(2);
    return state;
  }

  private static Object tree() {
    DefaultTreeNode<String> root = new DefaultTreeNode<>("shop", null);
    DefaultTreeNode<String> drinks = new DefaultTreeNode<>("drinks", root);
    var unused = new DefaultTreeNode<>("tea", drinks);
    drinks.setExpanded(true);
    return root;
  }

  private static Object schedule() {
    DefaultScheduleModel model = new DefaultScheduleModel();
    model.addEvent(
        DefaultScheduleEvent.<String>builder()
            .title("delivery")
            .startDate(LocalDateTime.of(2026, 1, 2, 3, 4))
            .endDate(LocalDateTime.of(2026, 1, 2, 4, 4))
            .data("tea")
            .build());
    return model;
  }

  private static Object menu() {
    DefaultSubMenu menu = DefaultSubMenu.builder().label("orders").build();
    menu.getElements().add(DefaultMenuItem.builder().value("new").outcome("order").build());
    DefaultMenuModel model = new DefaultMenuModel();
    model.getElements().add(menu);
    return model;
  }
}
