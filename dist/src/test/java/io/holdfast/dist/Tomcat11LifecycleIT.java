package io.holdfast.dist;

class Tomcat11LifecycleIT extends LifecycleSuite {}
