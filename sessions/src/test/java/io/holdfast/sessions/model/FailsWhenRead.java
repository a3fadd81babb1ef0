package io.holdfast.sessions.model;

import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;

/** Stands for bytes that an attacker has planted, or a class that has changed. */
public final class FailsWhenRead implements Serializable {

  @Serial private static final long serialVersionUID = 1L;

  @Serial
  private void readObject(ObjectInputStream in) throws InvalidObjectException {
    throw new InvalidObjectException("told to fail by the test");
  }
}
