package io.holdfast.spring.boot4;

import io.holdfast.spring.boot.StarterTests;

final class Boot40StarterTest extends StarterTests {}
