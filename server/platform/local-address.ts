import type { Config } from './config.ts'

/** Where a browser on this machine finds a server of this host and port. */
export function localAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `http://${shown}:${port}`
}
