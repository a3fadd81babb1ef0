package io.holdfast.dist;

class Tomcat9AllKindsIT extends AllKindsSuite {}
