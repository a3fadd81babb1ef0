package io.holdfast.tomcat;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.Setting;
import java.util.Map;
import org.apache.catalina.authenticator.SingleSignOn;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of the single sign-on valve that are Holdfast's, as bean properties. They mean
 * what they mean for {@code <Manager>}, and are read only while the valve runs; those of Tomcat's
 * own valve are there too.
 */
public abstract class SingleSignOnAttributes extends SingleSignOn {

  /**
   * No session of an application has a key that begins like this, unless an application wants it.
   */
  private static final String KEY_PREFIX = "static:sso";

  private final GivenAttributes given = new GivenAttributes(this);
  private final UnknownAttributes unknown = new UnknownAttributes(getClass());

  /** Only {@link MemcachedSingleSignOn} is meant to be used. */
  SingleSignOnAttributes() {
    given.set(Setting.STICKY, "false");
    given.set(Setting.STORAGE_KEY_PREFIX, KEY_PREFIX);
  }

  /** What was given, and what is different from a manager. */
  final Map<Setting, String> settings() {
    return given.all();
  }

  /**
   * Takes an attribute that has no setter, or a value that does not fit it; the start fails for it.
   * Tomcat's digester calls this.
   *
   * @return true: Tomcat need not warn of it
   */
  public final boolean setProperty(String name, String value) {
    unknown.add(name, value);
    return true;
  }

  /**
   * Refuses what has no setter.
   *
   * @throws ConfigurationException naming the attribute, its value and the nearest that there is
   */
  final void checkUnknown() {
    unknown.check();
  }

  private String value(Setting setting) {
    return given.shown(setting);
  }

  /** Sets the nodes, {@code n1:host:port}, separated by commas or blanks, or their source. */
  public final void setMemcachedNodes(String value) {
    given.set(Setting.MEMCACHED_NODES, value);
  }

  /** Returns the nodes, {@code n1:host:port}, separated by commas or blanks, or their source. */
  public final String getMemcachedNodes() {
    return value(Setting.MEMCACHED_NODES);
  }

  /** Sets seconds from one question for the nodes to the next, where they are found. */
  public final void setDiscoveryInterval(String value) {
    given.set(Setting.DISCOVERY_INTERVAL, value);
  }

  /** Returns seconds from one question for the nodes to the next, where they are found. */
  public final String getDiscoveryInterval() {
    return value(Setting.DISCOVERY_INTERVAL);
  }

  /** Sets ids of nodes that are written to only while no other answers. */
  public final void setFailoverNodes(String value) {
    given.set(Setting.FAILOVER_NODES, value);
  }

  /** Returns ids of nodes that are written to only while no other answers. */
  public final String getFailoverNodes() {
    return value(Setting.FAILOVER_NODES);
  }

  /** Sets how many nodes hold a sign-on, or {@code auto}. */
  public final void setCopies(String value) {
    given.set(Setting.COPIES, value);
  }

  /** Returns how many nodes hold a sign-on, or {@code auto}. */
  public final String getCopies() {
    return value(Setting.COPIES);
  }

  /** Sets what stands in front of the sign-on's id in a storage key. */
  public final void setStorageKeyPrefix(String value) {
    given.set(Setting.STORAGE_KEY_PREFIX, value);
  }

  /** Returns what stands in front of the sign-on's id in a storage key. */
  public final String getStorageKeyPrefix() {
    return value(Setting.STORAGE_KEY_PREFIX);
  }

  /** Sets the file with the keys that sign-ons are sealed with. */
  public final void setEncryptionKeyFile(String value) {
    given.set(Setting.ENCRYPTION_KEY_FILE, value);
  }

  /** Returns the file with the keys that sign-ons are sealed with. */
  public final String getEncryptionKeyFile() {
    return value(Setting.ENCRYPTION_KEY_FILE);
  }

  /** Sets how far the change from unsealed to sealed sign-ons is. */
  public final void setEncryptionMigration(String value) {
    given.set(Setting.ENCRYPTION_MIGRATION, value);
  }

  /** Returns how far the change from unsealed to sealed sign-ons is. */
  public final String getEncryptionMigration() {
    return value(Setting.ENCRYPTION_MIGRATION);
  }

  /** Sets milliseconds a single store operation may take. */
  public final void setOperationTimeout(String value) {
    given.set(Setting.OPERATION_TIMEOUT, value);
  }

  /** Returns milliseconds a single store operation may take. */
  public final String getOperationTimeout() {
    return value(Setting.OPERATION_TIMEOUT);
  }

  /** Sets {@code text} or {@code binary}. */
  public final void setMemcachedProtocol(String value) {
    given.set(Setting.MEMCACHED_PROTOCOL, value);
  }

  /** Returns {@code text} or {@code binary}. */
  public final String getMemcachedProtocol() {
    return value(Setting.MEMCACHED_PROTOCOL);
  }

  /** Sets the user that logs in to the nodes. */
  public final void setUsername(String value) {
    given.set(Setting.USERNAME, value);
  }

  /** Returns the user that logs in to the nodes. */
  public final String getUsername() {
    return value(Setting.USERNAME);
  }

  /** Sets whether connections to the nodes are encrypted. */
  public final void setTls(String value) {
    given.set(Setting.TLS, value);
  }

  /** Returns whether connections to the nodes are encrypted. */
  public final String getTls() {
    return value(Setting.TLS);
  }

  /** Sets the file with the certificates that those of the nodes must come from. */
  public final void setTlsCaFile(String value) {
    given.set(Setting.TLS_CA_FILE, value);
  }

  /** Returns the file with the certificates that those of the nodes must come from. */
  public final String getTlsCaFile() {
    return value(Setting.TLS_CA_FILE);
  }

  /** Sets the key store with the certificates that those of the nodes must come from. */
  public final void setTlsTrustStore(String value) {
    given.set(Setting.TLS_TRUST_STORE, value);
  }

  /** Returns the key store with the certificates that those of the nodes must come from. */
  public final String getTlsTrustStore() {
    return value(Setting.TLS_TRUST_STORE);
  }

  /** Sets the password of that key store. */
  public final void setTlsTrustStorePassword(String value) {
    given.set(Setting.TLS_TRUST_STORE_PASSWORD, value);
  }

  /** Returns that password, for Tomcat's StoreConfig; no attribute of the MBean. */
  public final @Nullable String getTlsTrustStorePassword() {
    return given.all().get(Setting.TLS_TRUST_STORE_PASSWORD);
  }

  /** Sets the file with this Tomcat's own certificate, for nodes that ask for one. */
  public final void setTlsCertificateFile(String value) {
    given.set(Setting.TLS_CERTIFICATE_FILE, value);
  }

  /** Returns the file with this Tomcat's own certificate, for nodes that ask for one. */
  public final String getTlsCertificateFile() {
    return value(Setting.TLS_CERTIFICATE_FILE);
  }

  /** Sets the file with the private key of that certificate. */
  public final void setTlsKeyFile(String value) {
    given.set(Setting.TLS_KEY_FILE, value);
  }

  /** Returns the file with the private key of that certificate. */
  public final String getTlsKeyFile() {
    return value(Setting.TLS_KEY_FILE);
  }

  /** Sets whether a node's certificate must be for the name under which it is configured. */
  public final void setTlsHostnameVerification(String value) {
    given.set(Setting.TLS_HOSTNAME_VERIFICATION, value);
  }

  /** Returns whether a node's certificate must be for the name under which it is configured. */
  public final String getTlsHostnameVerification() {
    return value(Setting.TLS_HOSTNAME_VERIFICATION);
  }

  /** Sets the file with the password for the nodes. */
  public final void setPasswordFile(String value) {
    given.set(Setting.PASSWORD_FILE, value);
  }

  /** Returns the file with the password for the nodes. */
  public final String getPasswordFile() {
    return value(Setting.PASSWORD_FILE);
  }

  /** Sets the password for the nodes. */
  public final void setPassword(String value) {
    given.set(Setting.PASSWORD, value);
  }

  /**
   * Returns the password for the nodes, for Tomcat's StoreConfig, which writes it where it was
   * written. It is no attribute of the MBean, so that no console shows it.
   */
  public final @Nullable String getPassword() {
    return given.all().get(Setting.PASSWORD);
  }

  /** Sets serializer: a short name or the class name of a factory. */
  public final void setTranscoderFactoryClass(String value) {
    given.set(Setting.TRANSCODER_FACTORY_CLASS, value);
  }

  /** Returns serializer: a short name or the class name of a factory. */
  public final String getTranscoderFactoryClass() {
    return value(Setting.TRANSCODER_FACTORY_CLASS);
  }

  /** Sets classes allowed in the attributes of principals beside values of the JDK. */
  public final void setAllowedClasses(String value) {
    given.set(Setting.ALLOWED_CLASSES, value);
  }

  /** Returns classes allowed in the attributes of principals beside values of the JDK. */
  public final String getAllowedClasses() {
    return value(Setting.ALLOWED_CLASSES);
  }
}
