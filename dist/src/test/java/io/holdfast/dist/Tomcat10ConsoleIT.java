package io.holdfast.dist;

class Tomcat10ConsoleIT extends ConsoleSuite {}
