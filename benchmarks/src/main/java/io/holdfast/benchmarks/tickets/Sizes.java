package io.holdfast.benchmarks.tickets;

/**
 * Bytes of one value in memcached, the mean of several users.
 *
 * @param loginTicket in a form that was not sent yet
 * @param grantingTicket after the login
 * @param usedGrantingTicket after two services were visited
 * @param serviceTicket of these two services
 */
record Sizes(
    double loginTicket, double grantingTicket, double usedGrantingTicket, double serviceTicket) {}
