package io.holdfast.dist;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Random faults of the store under load, for as long as {@code -Dholdfast.soak.seconds} says, which
 * {@code dist/soak} gives.
 */
@EnabledIfSystemProperty(named = "holdfast.soak.seconds", matches = "[0-9]+")
class Tomcat11SoakIT extends SoakSuite {}
