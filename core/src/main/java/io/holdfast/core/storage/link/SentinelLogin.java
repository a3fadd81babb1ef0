package io.holdfast.core.storage.link;

import java.nio.file.Path;

/**
 * How to log in to sentinels that do not have the user and the password of their server.
 *
 * @param passwordFile where each login reads the password
 */
public record SentinelLogin(String username, Path passwordFile) {}
