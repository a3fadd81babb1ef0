package io.holdfast.core.storage.memcached;

import java.util.List;
import net.spy.memcached.ops.GetsOperation;
import net.spy.memcached.protocol.ascii.BaseGetOpImpl;

/** The command {@code gets} of the text protocol with two keys, which the library forms for one. */
final class GetsOfTwo extends BaseGetOpImpl implements GetsOperation {

  GetsOfTwo(String first, String second, GetsOperation.Callback answer) {
    super("gets", answer, List.of(first, second));
  }
}
