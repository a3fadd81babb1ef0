package io.holdfast.valkey;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What the server does in one step. A value lies behind the eight bytes of its version, which the
 * writer chooses at random; so a replica gets the same ones.
 */
enum Script {
  /** Replaces or removes a value whose version is as expected: new, milliseconds, expected. */
  REPLACE(
      """
      if redis.call('GETRANGE',KEYS[1],0,7)~=ARGV[3] then return 0 end
      if ARGV[2]=='-1' then redis.call('DEL',KEYS[1])
      elseif ARGV[2]=='0' then redis.call('SET',KEYS[1],ARGV[1])
      else redis.call('SET',KEYS[1],ARGV[1],'PX',ARGV[2]) end
      return 1"""),

  /**
   * Writes a value for so many milliseconds where the version is as expected, or empty and there is
   * none; says whether that was done. Where it was and there are more keys, gives the value under
   * the second a new version, and reads it and the third; a 1 stands for a value whose version is
   * the known one.
   */
  STORE_THEN_READ(
      """
      if redis.call('GETRANGE',KEYS[1],0,7)~=ARGV[3] then return {0} end
      redis.call('SET',KEYS[1],ARGV[1],'PX',ARGV[2])
      if not KEYS[2] then return {1} end
      local known=redis.call('GETRANGE',KEYS[2],0,7)
      if known~='' then redis.call('SETRANGE',KEYS[2],0,ARGV[4]) end
      if known~='' and known==ARGV[5] then return {1,1,redis.call('GET',KEYS[3])} end
      local r=redis.call('MGET',KEYS[2],KEYS[3])
      return {1,r[1],r[2]}"""),

  /** Reads a value unless it has the version in its first argument, and another one beside it. */
  READ_UNLESS(
      """
      if redis.call('GETRANGE',KEYS[1],0,7)==ARGV[1] then return {1,redis.call('GET',KEYS[2])} end
      local r=redis.call('MGET',KEYS[1],KEYS[2])
      return {0,r[1],r[2]}"""),

  /** Gives a value a new version, its first argument, and keeps its time to live. */
  RENEW(
      """
      if redis.call('EXISTS',KEYS[1])==0 then return 0 end
      redis.call('SETRANGE',KEYS[1],0,ARGV[1])
      return 1"""),

  /** Appends to a value behind the new version in its first argument; keeps its time to live. */
  APPEND(
      """
      if redis.call('EXISTS',KEYS[1])==0 then return 0 end
      redis.call('SETRANGE',KEYS[1],0,string.sub(ARGV[1],1,8))
      redis.call('APPEND',KEYS[1],string.sub(ARGV[1],9))
      return 1"""),

  /** Lets a value live without an end. */
  PERSIST(
      """
      if redis.call('EXISTS',KEYS[1])==0 then return 0 end
      redis.call('PERSIST',KEYS[1])
      return 1""");

  private final String text;
  private final String digest;

  Script(String text) {
    this.text = text;
    this.digest = digestOf(text);
  }

  /** Its source in Lua. */
  String text() {
    return text;
  }

  /** The name by which a server knows it. */
  String digest() {
    return digest;
  }

  static String digestOf(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }
}
