package io.holdfast.dist;

class Tomcat9OperationsIT extends OperationsSuite {}
