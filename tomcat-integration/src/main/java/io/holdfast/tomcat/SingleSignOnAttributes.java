package io.holdfast.tomcat;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.Setting;
import io.holdfast.core.config.TomcatAttributes;
import java.util.List;
import java.util.Map;
import org.apache.catalina.authenticator.SingleSignOn;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of the single sign-on valve that are Holdfast's, as bean properties. They mean
 * what they mean for {@code <Manager>}, and those of Tomcat's own valve are there too. A getter
 * returns the text that was given, else the default, else an empty text. No value is null.
 *
 * <p>While the valve runs, all are read only: a setter throws an {@link IllegalStateException},
 * unless the value is what it was. After a stop or a failed start a setter that is given a wrong
 * value throws an {@link IllegalArgumentException}, which names the attribute, its value and what
 * would be right, and the attribute stays as it was.
 */
public abstract class SingleSignOnAttributes extends SingleSignOn {

  /**
   * No session of an application has a key that begins like this, unless an application wants it.
   */
  private static final String KEY_PREFIX = "static:sso";

  private static final String REQUIRE_REAUTHENTICATION = "requireReauthentication";

  private final GivenAttributes given = new GivenAttributes(this);
  private final UnknownAttributes unknown = new UnknownAttributes(getClass());

  /** Only {@link MemcachedSingleSignOn} is meant to be used. */
  SingleSignOnAttributes() {
    given.set(Setting.STICKY, "false");
    given.set(Setting.STORAGE_KEY_PREFIX, KEY_PREFIX);
  }

  /** What was given, and what is different from a manager. */
  final Map<Setting<?>, String> settings() {
    return given.all();
  }

  /**
   * Takes an attribute that has no setter, or a value that does not fit it; the start fails for it.
   * Tomcat's digester calls this.
   *
   * @param name of the attribute, as it is written in XML
   * @param value as it is written there
   * @return true: Tomcat need not warn of it
   */
  public final boolean setProperty(String name, String value) {
    unknown.add(name, value);
    return true;
  }

  /** What has no setter, and what a setter could not use; with what would be right. */
  final List<ConfigurationException> unknownAttributes() {
    return unknown.mistakes();
  }

  /**
   * Takes a text for {@link #setRequireReauthentication(boolean)}, from Tomcat's digester, which
   * would take each word but {@code true} for {@code false}.
   *
   * @param value {@code true} or {@code false}
   * @throws IllegalArgumentException if it is neither, after the first start; before, that start
   *     fails for it
   */
  public final void setRequireReauthentication(String value) {
    try {
      setRequireReauthentication(TomcatAttributes.flag(REQUIRE_REAUTHENTICATION, value));
      unknown.correct(REQUIRE_REAUTHENTICATION);
    } catch (ConfigurationException e) {
      if (GivenAttributes.hasBeenStarted(getState())) {
        throw new IllegalArgumentException(e.getMessage());
      }
      unknown.refuse(e);
    }
  }

  private String value(Setting<?> setting) {
    return given.shown(setting);
  }

  /**
   * Sets the nodes, {@code n1:host:port}, separated by commas or blanks, or their source.
   *
   * @param value one source such as {@code dns:name:port}, or a list such as {@code
   *     n1:cache1:11211,n2:cache2:11211}; it has no default
   */
  public final void setMemcachedNodes(String value) {
    given.set(Setting.MEMCACHED_NODES, value);
  }

  /** {@return the nodes, {@code n1:host:port}, separated by commas or blanks, or their source} */
  public final String getMemcachedNodes() {
    return value(Setting.MEMCACHED_NODES);
  }

  /**
   * Sets the seconds from one question for the nodes to the next, where they are found.
   *
   * @param value whole seconds, 1 to 3,600; {@code 30} unless set
   */
  public final void setDiscoveryInterval(String value) {
    given.set(Setting.DISCOVERY_INTERVAL, value);
  }

  /** {@return the seconds from one question for the nodes to the next, where they are found} */
  public final String getDiscoveryInterval() {
    return value(Setting.DISCOVERY_INTERVAL);
  }

  /**
   * Sets the ids of nodes that are written to only while no other answers.
   *
   * @param value must stay empty, or the start fails: all Tomcats write a sign-on to the same nodes
   */
  public final void setFailoverNodes(String value) {
    given.set(Setting.FAILOVER_NODES, value);
  }

  /** {@return the ids of nodes that are written to only while no other answers} */
  public final String getFailoverNodes() {
    return value(Setting.FAILOVER_NODES);
  }

  /**
   * Sets how many nodes hold a sign-on, or {@code auto}.
   *
   * @param value 1 to the number of nodes, or {@code auto}: 2 where there are two nodes. {@code
   *     auto} unless set
   */
  public final void setCopies(String value) {
    given.set(Setting.COPIES, value);
  }

  /** {@return how many nodes hold a sign-on, or {@code auto}} */
  public final String getCopies() {
    return value(Setting.COPIES);
  }

  /**
   * Sets what stands in front of the sign-on's id in a storage key.
   *
   * @param value {@code static:text}, {@code host}, each also with {@code .hash}, separated by
   *     commas; {@code static:sso} unless set. The same on all Tomcats.
   */
  public final void setStorageKeyPrefix(String value) {
    given.set(Setting.STORAGE_KEY_PREFIX, value);
  }

  /** {@return what stands in front of the sign-on's id in a storage key} */
  public final String getStorageKeyPrefix() {
    return value(Setting.STORAGE_KEY_PREFIX);
  }

  /**
   * Sets the file with the keys that sign-ons are sealed with.
   *
   * @param value an absolute path; empty, for none, unless set. Only its owner may read it.
   */
  public final void setEncryptionKeyFile(String value) {
    given.set(Setting.ENCRYPTION_KEY_FILE, value);
  }

  /** {@return the file with the keys that sign-ons are sealed with} */
  public final String getEncryptionKeyFile() {
    return value(Setting.ENCRYPTION_KEY_FILE);
  }

  /**
   * Sets how far the change from unsealed to sealed sign-ons is.
   *
   * @param value {@code false}, {@code prepare} or {@code true}; {@code false} unless set. The
   *     others need {@link #setEncryptionKeyFile encryptionKeyFile}.
   */
  public final void setEncryptionMigration(String value) {
    given.set(Setting.ENCRYPTION_MIGRATION, value);
  }

  /** {@return how far the change from unsealed to sealed sign-ons is} */
  public final String getEncryptionMigration() {
    return value(Setting.ENCRYPTION_MIGRATION);
  }

  /**
   * Sets the milliseconds a single store operation may take.
   *
   * @param value 1 to 3,600,000 milliseconds; {@code 1000} unless set
   */
  public final void setOperationTimeout(String value) {
    given.set(Setting.OPERATION_TIMEOUT, value);
  }

  /** {@return the milliseconds a single store operation may take} */
  public final String getOperationTimeout() {
    return value(Setting.OPERATION_TIMEOUT);
  }

  /**
   * Sets {@code text} or {@code binary}.
   *
   * @param value {@code text} unless set
   */
  public final void setMemcachedProtocol(String value) {
    given.set(Setting.MEMCACHED_PROTOCOL, value);
  }

  /** {@return {@code text} or {@code binary}} */
  public final String getMemcachedProtocol() {
    return value(Setting.MEMCACHED_PROTOCOL);
  }

  /**
   * Sets the user that logs in to the nodes.
   *
   * @param value needs {@link #setPassword password} or {@link #setPasswordFile passwordFile};
   *     empty, for no login, unless set
   */
  public final void setUsername(String value) {
    given.set(Setting.USERNAME, value);
  }

  /** {@return the user that logs in to the nodes} */
  public final String getUsername() {
    return value(Setting.USERNAME);
  }

  /**
   * Sets whether connections to the nodes are encrypted.
   *
   * @param value {@code true} or {@code false}; {@code false} unless set. {@code true} needs the
   *     protocol {@code text}.
   */
  public final void setTls(String value) {
    given.set(Setting.TLS, value);
  }

  /** {@return whether connections to the nodes are encrypted} */
  public final String getTls() {
    return value(Setting.TLS);
  }

  /**
   * Sets the file with the certificates that those of the nodes must come from.
   *
   * @param value the absolute path of a file in PEM; empty, for what the JDK trusts, unless set.
   *     Needs {@link #setTls tls}, and cannot stand beside {@link #setTlsTrustStore tlsTrustStore}.
   */
  public final void setTlsCaFile(String value) {
    given.set(Setting.TLS_CA_FILE, value);
  }

  /** {@return the file with the certificates that those of the nodes must come from} */
  public final String getTlsCaFile() {
    return value(Setting.TLS_CA_FILE);
  }

  /**
   * Sets the key store with the certificates that those of the nodes must come from.
   *
   * @param value the absolute path of a key store, JKS or PKCS12; empty, for none, unless set.
   *     Needs {@link #setTls tls}, and cannot stand beside {@link #setTlsCaFile tlsCaFile}.
   */
  public final void setTlsTrustStore(String value) {
    given.set(Setting.TLS_TRUST_STORE, value);
  }

  /** {@return the key store with the certificates that those of the nodes must come from} */
  public final String getTlsTrustStore() {
    return value(Setting.TLS_TRUST_STORE);
  }

  /**
   * Sets the password of that key store.
   *
   * @param value as it is, with its blanks; empty, for none, unless set. Needs {@link
   *     #setTlsTrustStore tlsTrustStore}.
   */
  public final void setTlsTrustStorePassword(String value) {
    given.set(Setting.TLS_TRUST_STORE_PASSWORD, value);
  }

  /** {@return that password, null for none, for Tomcat's StoreConfig; no attribute of the MBean} */
  public final @Nullable String getTlsTrustStorePassword() {
    return given.all().get(Setting.TLS_TRUST_STORE_PASSWORD);
  }

  /**
   * Sets the file with this Tomcat's own certificate, for nodes that ask for one.
   *
   * @param value the absolute path of a file in PEM, with the certificates that it comes from;
   *     empty, for none, unless set. Needs {@link #setTlsKeyFile tlsKeyFile}.
   */
  public final void setTlsCertificateFile(String value) {
    given.set(Setting.TLS_CERTIFICATE_FILE, value);
  }

  /** {@return the file with this Tomcat's own certificate, for nodes that ask for one} */
  public final String getTlsCertificateFile() {
    return value(Setting.TLS_CERTIFICATE_FILE);
  }

  /**
   * Sets the file with the private key of that certificate.
   *
   * @param value the absolute path of a file in PEM (PKCS#8) that only its owner may read; empty,
   *     for none, unless set. Needs {@link #setTlsCertificateFile tlsCertificateFile}.
   */
  public final void setTlsKeyFile(String value) {
    given.set(Setting.TLS_KEY_FILE, value);
  }

  /** {@return the file with the private key of that certificate} */
  public final String getTlsKeyFile() {
    return value(Setting.TLS_KEY_FILE);
  }

  /**
   * Sets whether a node's certificate must be for the name under which it is configured.
   *
   * @param value {@code true} or {@code false}; {@code true} unless set. {@code false} needs {@link
   *     #setTls tls}.
   */
  public final void setTlsHostnameVerification(String value) {
    given.set(Setting.TLS_HOSTNAME_VERIFICATION, value);
  }

  /** {@return whether a node's certificate must be for the name under which it is configured} */
  public final String getTlsHostnameVerification() {
    return value(Setting.TLS_HOSTNAME_VERIFICATION);
  }

  /**
   * Sets the file with the password for the nodes.
   *
   * @param value the absolute path of a file whose first line is the password, and that only its
   *     owner may read; empty, for none, unless set. Needs {@link #setUsername username}, and
   *     cannot stand beside {@link #setPassword password}.
   */
  public final void setPasswordFile(String value) {
    given.set(Setting.PASSWORD_FILE, value);
  }

  /** {@return the file with the password for the nodes} */
  public final String getPasswordFile() {
    return value(Setting.PASSWORD_FILE);
  }

  /**
   * Sets the password for the nodes.
   *
   * @param value as it is, with its blanks; empty, for none, unless set. Needs {@link #setUsername
   *     username}, and cannot stand beside {@link #setPasswordFile passwordFile}.
   */
  public final void setPassword(String value) {
    given.set(Setting.PASSWORD, value);
  }

  /**
   * The password for the nodes, for Tomcat's StoreConfig, which writes it where it was written. It
   * is no attribute of the MBean, so that no console shows it.
   *
   * @return null if none was given
   */
  public final @Nullable String getPassword() {
    return given.all().get(Setting.PASSWORD);
  }

  /**
   * Sets the serializer: a short name or the class name of a factory.
   *
   * @param value {@code java}, {@code kryo}, {@code xstream}, {@code javolution}, or the name of a
   *     class that implements {@link io.holdfast.core.transcoder.TranscoderFactory}; {@code java}
   *     unless set
   */
  public final void setTranscoderFactoryClass(String value) {
    given.set(Setting.TRANSCODER_FACTORY_CLASS, value);
  }

  /** {@return the serializer: a short name or the class name of a factory} */
  public final String getTranscoderFactoryClass() {
    return value(Setting.TRANSCODER_FACTORY_CLASS);
  }

  /**
   * Sets the classes allowed in the attributes of principals beside values of the JDK.
   *
   * @param value entries separated by commas or blanks, in the syntax of {@link
   *     io.holdfast.core.transcoder.ClassFilter}; empty, for none, unless set
   */
  public final void setAllowedClasses(String value) {
    given.set(Setting.ALLOWED_CLASSES, value);
  }

  /** {@return the classes allowed in the attributes of principals beside values of the JDK} */
  public final String getAllowedClasses() {
    return value(Setting.ALLOWED_CLASSES);
  }
}
