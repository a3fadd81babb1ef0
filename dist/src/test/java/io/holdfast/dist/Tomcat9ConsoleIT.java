package io.holdfast.dist;

class Tomcat9ConsoleIT extends ConsoleSuite {}
