package io.holdfast.dist;

class Tomcat11AllKindsIT extends AllKindsSuite {}
