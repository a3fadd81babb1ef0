package io.holdfast.dist;

class Tomcat9NodeChangesIT extends NodeChangesSuite {}
