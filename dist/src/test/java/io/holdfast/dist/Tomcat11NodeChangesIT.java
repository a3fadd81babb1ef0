package io.holdfast.dist;

class Tomcat11NodeChangesIT extends NodeChangesSuite {}
