package io.holdfast.dist;

class Tomcat10NodeChangesIT extends NodeChangesSuite {}
