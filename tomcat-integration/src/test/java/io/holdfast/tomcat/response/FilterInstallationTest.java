package io.holdfast.tomcat.response;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.servlet.DispatcherType;
import javax.servlet.FilterChain;
import javax.servlet.http.HttpFilter;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.catalina.core.StandardContext;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the filter stands among the application's own. */
class FilterInstallationTest {

  private static final String OURS = "io.holdfast.responseGate";
  private static final List<String> SEEN = new CopyOnWriteArrayList<>();

  @TempDir Path base;

  @BeforeEach
  void forget() {
    SEEN.clear();
  }

  /** Notes which kind of response it gets. */
  public static final class NotingFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doFilter(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws java.io.IOException, javax.servlet.ServletException {
      SEEN.add(response.getClass().getSimpleName());
      chain.doFilter(request, response);
    }
  }

  @Test
  void filterWhenTheApplicationHasItsOwnThenStandsBeforeThem() {
    try (GatedTomcat tomcat =
        GatedTomcat.start(base, FilterInstallationTest::addFiltersOnBothSides, "asked")) {
      tomcat.answer("asked", (request, response, exchange) -> SEEN.add("servlet"));

      tomcat.get("asked");

      assertEquals(List.of("GatedResponse", "GatedResponse", "servlet"), SEEN);
      assertEquals(List.of(OURS, "early", "declared"), mappedFilters(tomcat.context()));
    }
  }

  @Test
  void contextWhenReloadedThenHasTheFilterOnce() {
    try (GatedTomcat tomcat =
        GatedTomcat.start(base, FilterInstallationTest::addFiltersOnBothSides, "asked")) {
      tomcat.context().reload();

      assertEquals(1, mappedFilters(tomcat.context()).stream().filter(OURS::equals).count());
    }
  }

  @Test
  void removalWhenDoneThenLeavesNothingBehind() {
    StandardContext context = new StandardContext();
    context.setName("application");
    FilterMap[] before = context.findFilterMaps();

    FilterInstallation.install(context).remove();

    assertArrayEquals(before, context.findFilterMaps());
    assertEquals(0, context.findFilterDefs().length);
  }

  /** One as the descriptor would, and one as an initializer does that wants to be first. */
  private static void addFiltersOnBothSides(StandardContext context) {
    FilterDef declared = new FilterDef();
    declared.setFilterName("declared");
    declared.setFilterClass(NotingFilter.class.getName());
    FilterMap mapping = new FilterMap();
    mapping.setFilterName("declared");
    mapping.addURLPattern("/*");
    context.addFilterDef(declared);
    context.addFilterMap(mapping);
    context.addServletContainerInitializer(
        (classes, servletContext) ->
            servletContext
                .addFilter("early", NotingFilter.class)
                .addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, "/*"),
        null);
  }

  private static List<String> mappedFilters(StandardContext context) {
    return Arrays.stream(context.findFilterMaps()).map(FilterMap::getFilterName).toList();
  }
}
