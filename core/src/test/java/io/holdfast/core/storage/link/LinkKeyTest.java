package io.holdfast.core.storage.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.holdfast.core.config.ClusterCopy;
import io.holdfast.core.config.Engine;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.Sentinels;
import io.holdfast.core.config.ServerAddress;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nodes that share a connection: all that a connection depends on has to be the same. */
final class LinkKeyTest {

  private static final List<ServerAddress> SERVERS = List.of(new ServerAddress("other", 1));

  private static final Object[] ONE = {
    "n1", "cache1", 11_211, "cache1", "a", Engine.MEMCACHED, null, null
  };

  /** Each differs, so that a part which is added to nodes has to be added here, too. */
  private static final Object[] OTHER = {
    "n2",
    "cache2",
    11_212,
    "cache2",
    "b",
    Engine.VALKEY,
    new Sentinels("main", SERVERS),
    new ClusterCopy(SERVERS, 1)
  };

  @Test
  void keyWhenOnePartOfTheNodeDiffersThenDiffers() throws ReflectiveOperationException {
    for (int part = 0; part < OTHER.length; part++) {
      Object[] parts = ONE.clone();
      parts[part] = OTHER[part];

      assertNotEquals(key(ONE), key(parts), "part " + part);
    }
  }

  @Test
  void keyWhenAllIsTheSameThenIsTheSame() throws ReflectiveOperationException {
    assertEquals(key(ONE), key(ONE.clone()));
    assertEquals(key(OTHER).hashCode(), key(OTHER.clone()).hashCode());
  }

  private static LinkKey key(Object[] parts) throws ReflectiveOperationException {
    Class<?>[] types =
        Arrays.stream(NodeAddress.class.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    Constructor<NodeAddress> all = NodeAddress.class.getConstructor(types);
    return new LinkKey(all.newInstance(parts), TestConnections.DEFAULTS);
  }
}
