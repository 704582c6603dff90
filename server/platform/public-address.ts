/** The address at which readers find this server: the setting, or else the one of the request. */
import type { Context, MiddlewareHandler } from 'hono'
import type { Config } from './config.ts'
import type { Deps } from './deps.ts'
import type { Env } from './http.ts'
import { localAddress } from './local-address.ts'
import { notedServer } from './server-address.ts'

/** Lets every response know the public address. */
export const knowsPublicAddress =
  ({ publicUrl }: Pick<Deps, 'publicUrl'>): MiddlewareHandler<Env> =>
  (c, next) => {
    if (publicUrl !== null) c.set('publicUrl', publicUrl)
    return next()
  }

/** The origin of links in pages. No real origin has characters that HTML escapes. */
export function originOf(c: Context<Env>): string {
  const known = c.get('publicUrl')
  if (known !== undefined) return known
  const { protocol, host } = new URL(c.req.url)
  const isSecure = protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https'
  return `${isSecure ? 'https' : 'http'}://${/^[\w.:[\]-]+$/.test(host) ? host : 'localhost'}`
}

/** The address of the request, as readers know it. */
export function addressOfPage(c: Context<Env>): string {
  const { pathname, search, href } = new URL(c.req.url)
  const known = c.get('publicUrl')
  return known === undefined ? href : `${known}${pathname}${search}`
}

/** The origin of links that the terminal prints: the setting, the server on the same embedded database, or the default. */
export async function linkOrigin(
  config: Pick<Config, 'publicUrl' | 'host' | 'port' | 'databaseUrl' | 'dataDir'>,
): Promise<string> {
  if (config.publicUrl) return config.publicUrl
  const noted = config.databaseUrl ? null : await notedServer(config.dataDir)
  return noted?.address ?? localAddress(config)
}

/** A page that tells its script the public address. */
export function withPublicAddress(c: Context<Env>, html: string): string {
  const known = c.get('publicUrl')
  return known === undefined
    ? html
    : html.replace('</head>', () => `<meta name="public-address" content="${known}"></head>`)
}
