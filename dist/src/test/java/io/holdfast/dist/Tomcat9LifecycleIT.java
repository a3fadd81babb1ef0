package io.holdfast.dist;

class Tomcat9LifecycleIT extends LifecycleSuite {}
