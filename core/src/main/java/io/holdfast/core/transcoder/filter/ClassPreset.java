package io.holdfast.core.transcoder.filter;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Ready-made entries of {@code allowedClasses}, each for one framework: {@code @wicket}. A preset
 * names what the framework keeps in sessions: values, never what acts when it is compared, hashed
 * or called, such as comparators, handlers of proxies, factories or closures. Where a comparator of
 * the framework orders its own values, it is named alone.
 */
final class ClassPreset {

  /**
   * One entry in a line, below the name of its preset; a {@code #} begins a remark. In the order of
   * their names.
   */
  private static final String LIST =
      """
      # Faces with Mojarra or MyFaces, and Weld for its beans.
      @faces
      com.sun.faces.application.view.StateHolderSaver
      com.sun.faces.application.view.ViewScopeContextObject
      com.sun.faces.context.SessionMap
      com.sun.faces.context.StateHolderSaver
      com.sun.faces.context.flash.SessionHelper
      com.sun.faces.util.LRUMap
      jakarta.faces.application.*
      jakarta.faces.component.**
      org.apache.myfaces.application.viewstate.SerializedViewCollection
      org.apache.myfaces.application.viewstate.SerializedViewKey
      org.apache.myfaces.application.viewstate.SerializedViewKeyIntByteArray
      org.apache.myfaces.application.viewstate.SerializedViewKeyIntInt
      org.apache.myfaces.cdi.FacesApplicationArtifactHolder
      org.apache.myfaces.cdi.clientwindow.ClientWindowScopeContextualStorageHolder
      org.apache.myfaces.cdi.util.AbstractContextualStorageHolder
      org.apache.myfaces.cdi.util.ContextualInstanceInfo
      org.apache.myfaces.cdi.util.ContextualStorage
      org.apache.myfaces.cdi.view.ViewScopeContextualStorageHolder
      org.apache.myfaces.context.flash.FlashClientWindowTokenCollection
      org.apache.myfaces.context.flash.FlashImpl$MessageEntry
      org.apache.myfaces.flow.cdi.FlowScopeContextualStorageHolder
      org.apache.myfaces.util.lang.LRULinkedHashMap
      org.jboss.weld.annotated.slim.AnnotatedTypeIdentifier
      org.jboss.weld.bean.ManagedBeanIdentifier
      org.jboss.weld.bean.ProducerMethodIdentifier
      org.jboss.weld.bean.StringBeanIdentifier
      org.jboss.weld.bean.builtin.AbstractFacade
      org.jboss.weld.bean.builtin.BeanManagerProxy
      org.jboss.weld.bean.builtin.FacadeInjectionPoint
      org.jboss.weld.bean.builtin.InstanceImpl
      org.jboss.weld.bean.proxy.util.SerializableClientProxy
      org.jboss.weld.contexts.CreationalContextImpl
      org.jboss.weld.contexts.SerializableContextualFactory
      org.jboss.weld.contexts.SerializableContextualInstanceImpl
      org.jboss.weld.contexts.beanstore.*
      org.jboss.weld.contexts.conversation.ConversationIdGenerator
      org.jboss.weld.contexts.conversation.ConversationImpl
      org.jboss.weld.manager.BeanManagerImpl
      org.jboss.weld.util.ForwardingBeanManager
      # Collections of entities, and what stands for proxies of them, once their session was closed.
      @hibernate
      org.hibernate.collection.spi.AbstractPersistentCollection
      org.hibernate.collection.spi.PersistentArrayHolder
      org.hibernate.collection.spi.PersistentBag
      org.hibernate.collection.spi.PersistentIdentifierBag
      org.hibernate.collection.spi.PersistentList
      org.hibernate.collection.spi.PersistentMap
      org.hibernate.collection.spi.PersistentSet
      org.hibernate.collection.spi.PersistentSortedMap
      org.hibernate.collection.spi.PersistentSortedSet
      org.hibernate.proxy.AbstractSerializableProxy
      org.hibernate.proxy.HibernateProxy
      org.hibernate.proxy.pojo.bytebuddy.SerializableProxy
      # A login of Keycloak's adapters: the principal, and its tokens as texts.
      @keycloak
      org.keycloak.KeycloakPrincipal
      org.keycloak.KeycloakSecurityContext
      org.keycloak.adapters.RefreshableKeycloakSecurityContext
      org.keycloak.adapters.servlet.OIDCFilterSessionStore$SerializableKeycloakAccount
      # Beans of OmniFaces' view scope.
      @omnifaces
      org.omnifaces.cdi.BeanStorage
      org.omnifaces.cdi.viewscope.ViewScopeStorageInSession
      # Profiles of users of pac4j, what was asked for before the login, and the open request at a
      # provider.
      @pac4j
      com.nimbusds.oauth2.sdk.auth.Secret
      com.nimbusds.oauth2.sdk.id.Identifier
      com.nimbusds.oauth2.sdk.id.State
      com.nimbusds.oauth2.sdk.pkce.CodeVerifier
      com.nimbusds.openid.connect.sdk.Nonce
      org.pac4j.core.exception.TechnicalException
      org.pac4j.core.exception.http.*
      org.pac4j.core.profile.AnonymousProfile
      org.pac4j.core.profile.BasicUserProfile
      org.pac4j.core.profile.Color
      org.pac4j.core.profile.CommonProfile
      org.pac4j.core.profile.Gender
      org.pac4j.core.profile.Pac4JPrincipal
      org.pac4j.core.profile.jwt.AbstractJwtProfile
      org.pac4j.oidc.profile.OidcProfile
      org.pac4j.oidc.profile.apple.AppleProfile
      org.pac4j.oidc.profile.azuread.AzureAdProfile
      org.pac4j.oidc.profile.google.GoogleOidcProfile
      org.pac4j.oidc.profile.keycloak.KeycloakOidcProfile
      # What PrimeFaces keeps of tables and tabs, and its models, but for those that load or sort.
      @primefaces
      org.primefaces.component.accordionpanel.AccordionState
      org.primefaces.component.api.UITableState
      org.primefaces.component.datagrid.DataGridState
      org.primefaces.component.datalist.DataListState
      org.primefaces.component.datatable.DataTableState
      org.primefaces.component.dataview.DataViewState
      org.primefaces.component.panel.PanelState
      org.primefaces.component.tabview.TabViewState
      org.primefaces.component.treetable.TreeTableState
      org.primefaces.model.CheckboxTreeNode
      org.primefaces.model.CheckboxTreeNodeChildren
      org.primefaces.model.ColumnMeta
      org.primefaces.model.CroppedImage
      org.primefaces.model.DefaultOrganigramNode
      org.primefaces.model.DefaultScheduleEvent
      org.primefaces.model.DefaultScheduleModel
      org.primefaces.model.DefaultTreeNode
      org.primefaces.model.DefaultTreeNodeChildren
      org.primefaces.model.DualListModel
      org.primefaces.model.FilterMeta
      org.primefaces.model.MatchMode
      org.primefaces.model.SortMeta
      org.primefaces.model.SortOrder
      org.primefaces.model.TreeNodeList
      org.primefaces.model.Visibility
      org.primefaces.model.dashboard.*
      org.primefaces.model.filter.*
      org.primefaces.model.map.*
      org.primefaces.model.menu.*
      org.primefaces.model.mindmap.*
      org.primefaces.model.timeline.TimelineEvent
      org.primefaces.model.timeline.TimelineGroup
      org.primefaces.model.timeline.TimelineModel
      # Who is logged in by Shiro, and the page that was asked for before.
      @shiro
      org.apache.shiro.subject.SimplePrincipalCollection
      org.apache.shiro.web.util.SavedRequest
      # Spring MVC.
      @spring-mvc
      org.springframework.aop.scope.ScopedObject
      org.springframework.util.LinkedMultiValueMap
      org.springframework.util.MultiValueMapAdapter
      org.springframework.web.servlet.FlashMap
      # Spring Security's logins by OAuth 2 and OpenID Connect, beside those of @spring-security:
      # the request that is open at the provider, users, clients and tokens. The issuer in a token
      # is a URL; claims that are maps are of a class that Nimbus has from Gson.
      @spring-oauth2
      com.nimbusds.jose.shaded.gson.internal.LinkedTreeMap
      org.springframework.security.oauth2.client.OAuth2AuthorizedClient
      org.springframework.security.oauth2.client.authentication.OAuth2AuthenticationToken
      org.springframework.security.oauth2.client.authentication.OAuth2LoginAuthenticationToken
      org.springframework.security.oauth2.client.registration.ClientRegistration
      org.springframework.security.oauth2.core.AbstractOAuth2Token
      org.springframework.security.oauth2.core.AuthenticationMethod
      org.springframework.security.oauth2.core.AuthorizationGrantType
      org.springframework.security.oauth2.core.ClientAuthenticationMethod
      org.springframework.security.oauth2.core.OAuth2AccessToken
      org.springframework.security.oauth2.core.OAuth2AuthenticationException
      org.springframework.security.oauth2.core.OAuth2AuthorizationException
      org.springframework.security.oauth2.core.OAuth2Error
      org.springframework.security.oauth2.core.OAuth2RefreshToken
      org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationExchange
      org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest
      org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponse
      org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationResponseType
      org.springframework.security.oauth2.core.oidc.OidcIdToken
      org.springframework.security.oauth2.core.oidc.OidcUserInfo
      org.springframework.security.oauth2.core.oidc.user.DefaultOidcUser
      org.springframework.security.oauth2.core.oidc.user.OidcUserAuthority
      org.springframework.security.oauth2.core.user.DefaultOAuth2User
      org.springframework.security.oauth2.core.user.OAuth2UserAuthority
      # Spring Security's login, also by a passkey, its token against forged requests, and the
      # request it keeps.
      @spring-security
      org.springframework.security.authentication.*
      org.springframework.security.core.AuthenticationException
      org.springframework.security.core.authority.*
      org.springframework.security.core.context.SecurityContextImpl
      org.springframework.security.core.userdetails.User
      org.springframework.security.core.userdetails.UsernameNotFoundException
      org.springframework.security.web.authentication.WebAuthenticationDetails
      org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken
      org.springframework.security.web.authentication.switchuser.SwitchUserGrantedAuthority
      org.springframework.security.web.csrf.DefaultCsrfToken
      org.springframework.security.web.savedrequest.*
      org.springframework.security.web.webauthn.api.*
      org.springframework.security.web.webauthn.authentication.WebAuthnAuthentication
      # Conversations of Spring Web Flow, in which a flow is bytes of its own.
      @spring-webflow
      org.springframework.webflow.conversation.ConversationId
      org.springframework.webflow.conversation.impl.ContainedConversation
      org.springframework.webflow.conversation.impl.ConversationContainer
      org.springframework.webflow.conversation.impl.JdkConcurrentConversationLock
      org.springframework.webflow.conversation.impl.NoOpConversationLock
      org.springframework.webflow.conversation.impl.SessionBindingConversationManager
      org.springframework.webflow.conversation.impl.SimpleConversationId
      org.springframework.webflow.core.collection.LocalAttributeMap
      org.springframework.webflow.execution.repository.impl.SimpleFlowExecutionSnapshotGroup
      org.springframework.webflow.execution.repository.snapshot.FlowExecutionSnapshot
      org.springframework.webflow.execution.repository.snapshot.SerializedFlowExecutionSnapshot
      # The nonces of Tomcat's manager application.
      @tomcat-manager
      org.apache.catalina.filters.CsrfPreventionFilter
      # The beans of session scope of a TomEE. What stands for a proxy in one of them is a handler
      # with a bean's id, which is replaced by that bean's proxy when it is read.
      @tomee
      jakarta.enterprise.context.SessionScoped
      javax.enterprise.context.SessionScoped
      org.apache.webbeans.context.**
      org.apache.webbeans.intercept.ApplicationScopedBeanInterceptorHandler
      org.apache.webbeans.intercept.NormalScopedBeanInterceptorHandler
      org.apache.webbeans.intercept.RequestScopedBeanInterceptorHandler
      org.apache.webbeans.intercept.SessionScopedBeanInterceptorHandler
      # Vaadin's session with its UIs: Flow itself and the components of HTML, but none of its data
      # providers and binders, which sort and read properties. The class of the servlet is named in
      # it.
      @vaadin
      com.fasterxml.jackson.databind.node.NodeSerialization
      com.fasterxml.jackson.databind.node.ObjectNode
      com.vaadin.flow.component.*
      com.vaadin.flow.component.html.*
      com.vaadin.flow.component.internal.DependencyList
      com.vaadin.flow.component.internal.UIInternals
      com.vaadin.flow.component.page.*
      com.vaadin.flow.dom.*
      com.vaadin.flow.dom.impl.*
      com.vaadin.flow.internal.ConstantPool
      com.vaadin.flow.internal.ConstantPoolKey
      com.vaadin.flow.internal.StateNode
      com.vaadin.flow.internal.StateTree
      com.vaadin.flow.internal.nodefeature.*
      com.vaadin.flow.router.*
      com.vaadin.flow.router.internal.*
      com.vaadin.flow.server.AbstractDeploymentConfiguration
      com.vaadin.flow.server.AbstractPropertyConfiguration
      com.vaadin.flow.server.Attributes
      com.vaadin.flow.server.DefaultDeploymentConfiguration
      com.vaadin.flow.server.DefaultErrorHandler
      com.vaadin.flow.server.PropertyDeploymentConfiguration
      com.vaadin.flow.server.SessionLockCheckStrategy
      com.vaadin.flow.server.SessionRouteRegistry
      com.vaadin.flow.server.StreamResourceRegistry
      com.vaadin.flow.server.VaadinServlet
      com.vaadin.flow.server.VaadinServletContext
      com.vaadin.flow.server.VaadinSession
      com.vaadin.flow.server.VaadinSessionState
      com.vaadin.flow.server.WebBrowser
      com.vaadin.flow.server.communication.AtmospherePushConnection
      com.vaadin.flow.server.startup.DefaultApplicationConfigurationFactory
      com.vaadin.flow.shared.*
      com.vaadin.flow.shared.communication.PushMode
      elemental.json.impl.JreJsonObject
      elemental.json.impl.JreJsonValue
      jakarta.servlet.GenericServlet
      jakarta.servlet.http.HttpServlet
      # Pages of Wicket, which are graphs of components, and its own session, which holds one that
      # makes a lock.
      @wicket
      org.apache.wicket.**
      !org.apache.wicket.core.util.**
      !org.apache.wicket.markup.head.PriorityFirstComparator
      !org.apache.wicket.markup.html.form.upload.**
      !org.apache.wicket.markup.repeater.Item$IndexComparator
      !org.apache.wicket.mock.**
      !org.apache.wicket.page.**
      !org.apache.wicket.pageStore.disk.**
      !org.apache.wicket.protocol.http.mock.**
      !org.apache.wicket.protocol.http.servlet.**
      !org.apache.wicket.proxy.**
      !org.apache.wicket.util.collections.UrlExternalFormComparator
      !org.apache.wicket.util.file.**
      !org.apache.wicket.util.io.**
      !org.apache.wicket.util.resource.**
      !org.apache.wicket.util.tester.**
      !org.apache.wicket.util.upload.**
      !org.apache.wicket.util.watch.**
      """;

  /** All there are. */
  static final List<ClassPreset> ALL = all();

  private final String entry;
  private final List<ClassNamePattern> allowed;
  private final List<ClassNamePattern> kept;

  private ClassPreset(String entry, List<ClassNamePattern> all) {
    this.entry = entry;
    this.allowed = all.stream().filter(pattern -> !pattern.negated()).toList();
    this.kept = all.stream().filter(ClassNamePattern::negated).toList();
  }

  private static List<ClassPreset> all() {
    Map<String, List<ClassNamePattern>> patterns = new LinkedHashMap<>();
    List<ClassNamePattern> current = new ArrayList<>();
    for (String line : LIST.lines().filter(each -> !each.startsWith("#")).toList()) {
      if (line.startsWith("@")) {
        current = new ArrayList<>();
        patterns.put(line, current);
      } else {
        current.add(ClassNamePattern.parse(line));
      }
    }
    return patterns.entrySet().stream()
        .map(each -> new ClassPreset(each.getKey(), each.getValue()))
        .toList();
  }

  /** The preset that an entry of {@code allowedClasses} names. */
  static ClassPreset named(String entry) {
    for (ClassPreset preset : ALL) {
      if (preset.entry.equals(entry)) {
        return preset;
      }
    }
    throw new IllegalArgumentException(
        "there is no preset \"%s\" but %s, %s"
            .formatted(
                entry,
                AllowedClasses.OPEN,
                String.join(", ", ALL.stream().map(ClassPreset::toString).toList())));
  }

  /** Returns whether the preset allows a class of this name, which is not one of an array. */
  boolean matches(String className) {
    return ClassNamePattern.anyMatches(allowed, className)
        && !ClassNamePattern.anyMatches(kept, className);
  }

  /** A class of each entry that allows some. */
  List<String> names() {
    return allowed.stream().map(each -> each.toString().replaceFirst("\\*+$", "Any")).toList();
  }

  /** The entry as it is written in the configuration. */
  @Override
  public String toString() {
    return entry;
  }
}
