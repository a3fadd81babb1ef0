package io.holdfast.core.transcoder.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AllowedClassesTest {

  @ParameterizedTest
  @CsvSource({
    "@wicket,org.apache.wicket.markup.html.WebPage,true",
    "@wicket,org.apache.wicket.util.upload.DiskFileItem,false",
    "@wicket,org.apache.wicket.proxy.LazyInitProxyFactory$JdkHandler,false",
    "@wicket,org.springframework.web.servlet.FlashMap,false",
    "com.acme.* @spring-mvc,org.springframework.web.servlet.FlashMap,true",
    "@spring-security,org.springframework.security.core.userdetails.User$AuthorityComparator,true",
    "@spring-security,org.springframework.beans.support.PropertyComparator,false",
    "@faces,org.jboss.weld.bean.proxy.util.SerializableClientProxy,true",
    "@faces,org.jboss.weld.bean.proxy.ProxyMethodHandler,false",
    "@faces,org.apache.myfaces.application.viewstate.SerializedViewCollection,true",
    "@faces,org.apache.myfaces.view.facelets.el.ContextAwareTagValueExpression,false",
    "@faces,com.sun.faces.facelets.el.TagValueExpression,false",
    "@spring-webflow,org.springframework.webflow.engine.Flow,false",
    "@hibernate,org.hibernate.engine.spi.TypedValue,false",
    "@primefaces,org.primefaces.model.DefaultLazyDataModel,false",
    "@omnifaces,org.omnifaces.util.cache.LruCache,false",
    "@shiro,org.apache.shiro.mgt.DefaultSecurityManager,false",
    "@pac4j,org.pac4j.core.profile.ProfileManager,false",
    "@keycloak,org.keycloak.adapters.KeycloakDeployment,false",
    "@tomcat-manager,org.apache.catalina.filters.CsrfPreventionFilter$LruCache,true",
    "@tomee,org.apache.webbeans.context.creational.CreationalContextImpl,true",
    "@tomee,jakarta.enterprise.context.SessionScoped,true",
    "@tomee,org.apache.webbeans.intercept.DefaultInterceptorHandler,false",
    "@vaadin,com.vaadin.flow.server.VaadinServletService,false",
    "@vaadin,com.vaadin.flow.data.binder.BeanPropertySet,false"
  })
  void presetWhenNamedThenHasValuesAlone(String entries, String name, boolean allowed) {
    assertEquals(allowed, AllowedClasses.parse(entries).allow(name));
  }
}
