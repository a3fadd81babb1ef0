package io.holdfast.dist;

class Tomcat10LifecycleIT extends LifecycleSuite {}
