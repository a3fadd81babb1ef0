package io.holdfast.spring.boot4;

import io.holdfast.spring.boot.DevToolsTests;

final class Boot40DevToolsTest extends DevToolsTests {}
