package io.holdfast.dist;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Histories of Tomcat 11, for as long as {@code dist/histories} says. */
@EnabledIfSystemProperty(named = "holdfast.histories.seconds", matches = "[0-9]+")
class Tomcat11HistoriesIT extends HistoriesSuite {}
