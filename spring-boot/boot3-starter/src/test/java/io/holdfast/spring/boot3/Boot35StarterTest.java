package io.holdfast.spring.boot3;

import io.holdfast.spring.boot.StarterTests;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

@EnabledIfSystemProperty(named = "holdfast.lines", matches = "all") // Boot40StarterTest has it
final class Boot35StarterTest extends StarterTests {}
