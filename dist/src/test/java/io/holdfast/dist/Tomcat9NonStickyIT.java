package io.holdfast.dist;

class Tomcat9NonStickyIT extends NonStickySuite {}
