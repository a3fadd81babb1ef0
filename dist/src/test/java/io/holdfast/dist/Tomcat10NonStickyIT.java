package io.holdfast.dist;

class Tomcat10NonStickyIT extends NonStickySuite {}
