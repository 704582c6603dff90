/** Caddy in front of the servers: it sends requests to those that say that they are ready. */

/**
 * The Caddyfile of a front on this machine.
 * @param site the address that readers use
 * @param servers host and port of each server
 */
export const caddyfile = (site: string, servers: readonly string[]): string => `{
	admin off
	auto_https off
	default_bind 127.0.0.1
}
${site} {
	reverse_proxy ${servers.join(' ')} {
		# a server that stops, or has no database, gets no requests
		health_uri /readyz
		health_interval 1s
		health_timeout 5s
		# a server that does not accept a connection is left alone for a moment, and another one is asked
		fail_duration 2s
		lb_policy round_robin
		lb_try_duration 5s
		lb_try_interval 100ms
		# live boards are not held back
		flush_interval -1
	}
}
`
