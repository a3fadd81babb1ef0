package io.holdfast.serializer.tests;

import com.mchange.v2.c3p0.impl.PoolBackedDataSourceBase;
import com.mchange.v2.naming.ReferenceIndirector;
import java.beans.PropertyVetoException;
import java.io.InvalidObjectException;
import java.io.ObjectStreamException;
import java.io.PrintWriter;
import java.io.Serial;
import java.io.Serializable;
import java.util.Hashtable;
import java.util.Properties;
import java.util.logging.Logger;
import javax.naming.CompositeName;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.Name;
import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.spi.InitialContextFactory;
import javax.naming.spi.ObjectFactory;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.PooledConnection;
import org.jspecify.annotations.Nullable;

/**
 * A look-up in JNDI that bytes ask for: in a data source of c3p0 stands a reference in place of its
 * pool, with the server, the name and the factory that are to give the pool when it is read. Here
 * they are the test's own; an attacker names his.
 */
final class JndiAttack {

  private JndiAttack() {}

  /** A data source that looks its pool up when it is read. */
  static Object dataSource() {
    PoolBackedDataSourceBase source = new PoolBackedDataSourceBase(false);
    try {
      source.setConnectionPoolDataSource(new Pool());
    } catch (PropertyVetoException e) {
      throw new IllegalStateException(e);
    }
    source.setIdentityToken("attack"); // by which c3p0 keeps it
    return source;
  }

  /** In bytes it is the reference. */
  private static final class Pool implements ConnectionPoolDataSource, Referenceable, Serializable {

    @Serial private static final long serialVersionUID = 1L;

    @Serial
    private Object writeReplace() throws ObjectStreamException {
      Properties environment = new Properties();
      environment.setProperty(Context.INITIAL_CONTEXT_FACTORY, Server.class.getName());
      ReferenceIndirector indirector = new ReferenceIndirector();
      indirector.setEnvironmentProperties(environment);
      try {
        indirector.setNameContextName(new CompositeName("attack"));
        return indirector.indirectForm(this);
      } catch (Exception e) { // as c3p0 declares it
        throw (ObjectStreamException) new InvalidObjectException("no reference").initCause(e);
      }
    }

    @Override
    public Reference getReference() {
      return new Reference(Pool.class.getName(), Pools.class.getName(), null);
    }

    @Override
    public PooledConnection getPooledConnection() {
      throw new UnsupportedOperationException();
    }

    @Override
    public PooledConnection getPooledConnection(String user, String password) {
      throw new UnsupportedOperationException();
    }

    @Override
    public PrintWriter getLogWriter() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void setLogWriter(PrintWriter writer) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
      return 0;
    }

    @Override
    public Logger getParentLogger() {
      throw new UnsupportedOperationException();
    }
  }

  /** The server of names that the bytes name. */
  public static final class Server implements InitialContextFactory {

    /** JNDI calls it. */
    public Server() {}

    @Override
    public Context getInitialContext(Hashtable<?, ?> environment) throws NamingException {
      return new Names();
    }
  }

  private static final class Names extends InitialContext {

    Names() throws NamingException {
      super(true);
    }

    @Override
    public Object lookup(Name name) {
      RunningLibrariesTest.Canary.sing();
      return this;
    }
  }

  /** The factory that the bytes name. */
  public static final class Pools implements ObjectFactory {

    /** c3p0 calls it. */
    public Pools() {}

    @Override
    public Object getObjectInstance(
        @Nullable Object reference,
        @Nullable Name name,
        @Nullable Context context,
        @Nullable Hashtable<?, ?> environment) {
      return new Pool();
    }
  }
}
