package io.holdfast.spring.boot3;

import io.holdfast.spring.boot.DevToolsTests;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@EnabledIfSystemProperty(named = "holdfast.lines", matches = "all") // Boot40DevToolsTest has it
final class Boot35DevToolsTest extends DevToolsTests {}
