package beans;

import javax.ejb.Local;

/** What a user has put together, in parts. */
@Local
public interface Cart {

  /** Adds a part; returns how many there are. */
  int add(String part);

  /** A checksum of all parts. */
  int checksum();

  /** Ends the bean. */
  void remove();
}
