/** Commands that work on a server over HTTP instead of on the database of this machine. */
import type { Command } from 'commander'
import { openClient, type Client } from '../../../clients/typescript/index.ts'
import {
  DeadheatError,
  openRequests,
  type Call,
  type Connection,
} from '../../../clients/typescript/request.ts'
import { VERSION } from '../../../server/platform/config/installation.ts'
import { msg } from '../../../shared/messages/index.ts'
import { OutsideError, UsageError } from '../terminal/errors.ts'
import { note, type Terminal } from '../terminal/terminal.ts'

const SERVER = 'DEADHEAT_SERVER'
const TOKEN = 'DEADHEAT_TOKEN'

export interface ServerFlags {
  server?: string
  token?: string
}

/** The options of every command that also works over HTTP. */
export const addServerOptions = (command: Command): Command =>
  command
    .option(
      '--server <url>',
      `work on the arenas of this server, over HTTP, instead of on a database (default: ${SERVER})`,
    )
    .option(
      '--token <token>',
      `admin token of the server; better put it into ${TOKEN}, since other users of a machine can read arguments`,
    )

/** A server that answers, runs this version and is ready for requests. */
export interface Remote {
  /** Without a slash at the end. */
  address: string
  client: Client
  /** Sends a request that the client has no method for. @throws {DeadheatError} */
  request: (path: string, call?: Call) => Promise<Response>
  /** The same for a JSON response. */
  json: <Body>(path: string, call?: Call) => Promise<Body>
}

/**
 * The server that the options or the environment name; null if they name none.
 * @throws {UsageError} for an address or a token that cannot be one; the message never has the token
 */
export function serverOf({ env }: Terminal, { server, token }: ServerFlags): Connection | null {
  const address = server ?? env[SERVER] ?? ''
  const secret = (token ?? env[TOKEN] ?? '').trim()
  if (address.trim() === '') {
    if (token === undefined) return null
    throw new UsageError(msg('token_without_server', { setting: SERVER }))
  }
  if (!/^[!-~]*$/.test(secret)) throw new UsageError(msg('token_unusable', { setting: TOKEN }))
  return { server: addressOf(address.trim()), ...(secret !== '' && { token: secret }) }
}

function addressOf(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new UsageError(msg('no_server_address', { setting: SERVER }))
  // a password in an address would appear in messages
  if (url.username !== '' || url.password !== '')
    throw new UsageError(msg('server_with_password', { setting: TOKEN }))
  return url.href.replace(/\/+$/, '')
}

/**
 * Runs `act` with a server, after checking that it is a Deadheat of this version.
 * @throws {OutsideError} if it is not
 * @throws {DeadheatError} if it does not answer, or refuses a request
 */
export async function withServer<T>(
  terminal: Terminal,
  connection: Connection,
  act: (remote: Remote) => Promise<T>,
): Promise<T> {
  const { server: address, token } = connection
  if (token !== undefined && isReadable(address))
    note(terminal, `warning: ${address} is not encrypted, so others on the way can read the token.`)
  const request = openRequests(connection)
  const json = async <Body>(path: string, call?: Call): Promise<Body> =>
    (await (await request(path, call)).json()) as Body
  await requireThisVersion(address, json)
  return act({ address, client: openClient(connection), request, json })
}

/** Whether requests leave this machine unencrypted. */
function isReadable(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

async function requireThisVersion(address: string, json: Remote['json']): Promise<void> {
  const health = await json<{ alive?: boolean; version?: string } | null>('/healthz').catch(
    (error: unknown) => {
      if (error instanceof DeadheatError && error.status === null) throw error
      return null
    },
  )
  if (health?.alive !== true || typeof health.version !== 'string')
    throw new OutsideError(msg('no_deadheat_there', { address }))
  if (seriesOf(health.version) !== seriesOf(VERSION))
    throw new OutsideError(msg('server_of_other_version', { address, theirs: health.version, ours: VERSION }))
}

/** The part of a version within which HTTP stays compatible: before 1.0.0 the first two numbers. */
const seriesOf = (version: string): string =>
  version.startsWith('0.') ? version.split('.', 2).join('.') : version.split('.')[0]!
