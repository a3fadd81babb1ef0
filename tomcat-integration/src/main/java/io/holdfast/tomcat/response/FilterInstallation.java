package io.holdfast.tomcat.response;

import org.apache.catalina.Context;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/**
 * The filter that hands out gated responses, in front of all filters of one application.
 *
 * <p>A context starts its manager after everything that can add filters, and before it starts the
 * filters. So the manager installs this one when it starts, and removes it when it stops.
 */
public final class FilterInstallation {

  private static final String NAME = "io.holdfast.responseGate";

  private final Context context;
  private final FilterDef definition;
  private final FilterMap mapping;
  private final EndingInstallation ending;

  private FilterInstallation(Context context, FilterDef definition, FilterMap mapping) {
    this.context = context;
    this.definition = definition;
    this.mapping = mapping;
    this.ending = EndingInstallation.install(context);
  }

  /** Puts the filter in front of the application, whose filters have not been started yet. */
  public static FilterInstallation install(Context context) {
    FilterInstallation installation = new FilterInstallation(context, definition(), mapping());
    context.addFilterDef(installation.definition);
    installation.mapFirst();
    return installation;
  }

  /** Takes the filter away again. */
  public void remove() {
    context.removeFilterMap(mapping);
    context.removeFilterDef(definition);
    ending.remove();
  }

  private static FilterDef definition() {
    FilterDef definition = new FilterDef();
    definition.setFilterName(NAME);
    definition.setFilterClass(ServletNamespace.className("ResponseGateFilter"));
    definition.setAsyncSupported("true");
    return definition;
  }

  /**
   * Everything: forwards too, because the container itself forwards to login pages, and servlet
   * names too, because a forward to a named servlet has no path.
   */
  private static FilterMap mapping() {
    FilterMap mapping = new FilterMap();
    mapping.setFilterName(NAME);
    mapping.addURLPattern("/*");
    mapping.addServletName("*");
    for (String dispatcher : new String[] {"REQUEST", "ASYNC", "ERROR", "FORWARD"}) {
      mapping.setDispatcher(dispatcher);
    }
    return mapping;
  }

  /**
   * "Before" means before the filters of the descriptor but behind those that the application's
   * code has put there; these have to be added again, behind ours.
   */
  private void mapFirst() {
    FilterMap[] others = context.findFilterMaps();
    context.addFilterMapBefore(mapping);
    if (context.findFilterMaps()[0] != mapping) {
      for (FilterMap other : others) {
        context.removeFilterMap(other);
        context.addFilterMap(other);
      }
    }
  }
}
