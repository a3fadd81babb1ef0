package io.holdfast.tomcat;

import io.holdfast.core.config.Setting;
import java.util.EnumMap;
import java.util.Map;
import org.apache.catalina.authenticator.SingleSignOn;

/**
 * The attributes of the single sign-on valve that are Holdfast's, as bean properties. They mean
 * what they mean for {@code <Manager>}; those of Tomcat's own valve are there too.
 */
public abstract class SingleSignOnAttributes extends SingleSignOn {

  /** No session of an application has a key that begins like this, unless somebody wants it. */
  private static final String KEY_PREFIX = "static:sso";

  private final Map<Setting, String> values = new EnumMap<>(Setting.class);

  /** Only {@link MemcachedSingleSignOn} is meant to be used. */
  SingleSignOnAttributes() {
    values.put(Setting.STICKY, "false");
    values.put(Setting.STORAGE_KEY_PREFIX, KEY_PREFIX);
  }

  /** What was given, and what is different from a manager. */
  final Map<Setting, String> settings() {
    return new EnumMap<>(values);
  }

  /** Sets the nodes, {@code n1:host:port}, separated by commas or blanks. */
  public final void setMemcachedNodes(String value) {
    values.put(Setting.MEMCACHED_NODES, value);
  }

  /** Sets ids of nodes that are written to only while no other answers. */
  public final void setFailoverNodes(String value) {
    values.put(Setting.FAILOVER_NODES, value);
  }

  /** Sets how many nodes hold a sign-on, or {@code auto}. */
  public final void setCopies(String value) {
    values.put(Setting.COPIES, value);
  }

  /** Sets what stands in front of the sign-on's id in a storage key. */
  public final void setStorageKeyPrefix(String value) {
    values.put(Setting.STORAGE_KEY_PREFIX, value);
  }

  /** Sets milliseconds a single store operation may take. */
  public final void setOperationTimeout(String value) {
    values.put(Setting.OPERATION_TIMEOUT, value);
  }

  /** Sets {@code text} or {@code binary}. */
  public final void setMemcachedProtocol(String value) {
    values.put(Setting.MEMCACHED_PROTOCOL, value);
  }

  /** Sets user for SASL. */
  public final void setUsername(String value) {
    values.put(Setting.USERNAME, value);
  }

  /** Sets the password for SASL. */
  public final void setPassword(String value) {
    values.put(Setting.PASSWORD, value);
  }

  /** Sets serializer: a short name or the class name of a factory. */
  public final void setTranscoderFactoryClass(String value) {
    values.put(Setting.TRANSCODER_FACTORY_CLASS, value);
  }
}
