package io.holdfast.dist;

class Tomcat11ConsoleIT extends ConsoleSuite {}
