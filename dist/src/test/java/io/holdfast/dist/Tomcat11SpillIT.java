package io.holdfast.dist;

class Tomcat11SpillIT extends SpillSuite {}
