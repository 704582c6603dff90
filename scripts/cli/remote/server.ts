/**
 * Commands that work on a server: one that the options name, over HTTP, or else one within this process, on the database of
 * this machine, which listens nowhere. So both do the same.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { connect, type Connection } from '../../../clients/typescript/connect.ts'
import { DeadheatError } from '../../../clients/typescript/error.ts'
import type { AppContext } from '../../../server/open-app.ts'
import { readConfig } from '../../../server/platform/config/config.ts'
import { VERSION } from '../../../server/platform/config/installation.ts'
import type { ViewRequest } from '../../../server/ratings/index.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { OutsideError, UsageError } from '../terminal/errors.ts'
import { printNote, type Terminal } from '../terminal/terminal.ts'
import { withApp } from '../terminal/with-app.ts'

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

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Undefined parameters are left out; a list repeats its name. */
  query?: Record<string, string | number | boolean | readonly (string | number)[] | undefined> | undefined
  /** Sent as JSON, as a form with files, or as it is. */
  body?: object | FormData | ReadableStream
  headers?: Record<string, string>
}

/** A method of the client, for the paths that commands put together. */
type Send = (path: string, init: object) => Promise<{ response: Response }>

/** A server that answers, runs this version and is ready for requests. */
export interface Remote {
  /** Without a slash at the end. */
  address: string
  /** Sends a request to a path. @throws {DeadheatError} */
  request: (path: string, call?: Call) => Promise<Response>
  /** The same for a JSON response. */
  json: <Body>(path: string, call?: Call) => Promise<Body>
  /** What a server within this process works with; null: others make the calls of its runs. */
  app: AppContext | null
}

function remoteAt(connection: Connection, app: AppContext | null = null): Remote {
  const client = connect(connection)
  const request = async (path: string, { method = 'GET', query, body, headers }: Call = {}) => {
    const isStream = body instanceof ReadableStream
    const { response } = await (client[method] as unknown as Send)(path, {
      params: { query },
      parseAs: 'stream',
      headers: { ...headers, ...(isStream && { 'content-type': 'application/octet-stream' }) },
      body,
      ...(isStream && { bodySerializer: () => body, duplex: 'half' }),
    })
    return response
  }
  const json = async <Body>(path: string, call?: Call): Promise<Body> =>
    (await (await request(path, call)).json()) as Body
  return { address: connection.server, request, json, app }
}

/** The server within this process. */
export async function serverWithin(app: AppContext): Promise<Remote> {
  const { createApp } = await import('../../../server/app.ts')
  const served = createApp(app.deps)
  const fetch = async (request: Request) => served.fetch(request)
  return remoteAt({ server: 'http://localhost', token: app.deps.access.adminToken, fetch }, app)
}

/** Runs `act` with the server that the options name, or else with the one within this process. Throws what each throws. */
export async function withChosenServer<T>(
  terminal: Terminal,
  flags: ServerFlags,
  act: (remote: Remote) => Promise<T>,
): Promise<T> {
  const server = configuredServer(terminal, flags)
  if (server) return withServer(terminal, server, act)
  return withApp(terminal, async (app) => act(await serverWithin(app)))
}

/**
 * The server that the options or the environment name; null if they name none.
 * @throws {UsageError} for an address or a token that cannot be one; the message never has the token
 */
export function configuredServer({ env }: Terminal, { server, token }: ServerFlags): Connection | null {
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
    printNote(terminal, `warning: ${address} is not encrypted, so others on the way can read the token.`)
  const remote = remoteAt(connection)
  await requireThisVersion(remote)
  return act(remote)
}

/** The address of its pages, for links that people open. */
export async function pagesAddress({ env }: Terminal, { address, app }: Remote): Promise<string> {
  if (!app) return address
  const { linkOrigin } = await import('../../../server/platform/http/host-check.ts')
  return linkOrigin(readConfig(env))
}

const ASK_AGAIN_MS = 1000

/** The board of a view, however long it takes: no server keeps a request open for minutes. */
export async function fetchBoard({ json }: Remote, slug: string, view: ViewRequest): Promise<Board> {
  const path = `/api/arenas/${encodeURIComponent(slug)}/leaderboard`
  for (;;) {
    const board = await json<Board>(path, { query: { ...view } }).catch((error: unknown) => {
      if (!(error instanceof DeadheatError && error.code === 'board_computing')) throw error
    })
    if (board) return board
    await sleep(ASK_AGAIN_MS)
  }
}

export const arenaPath = (slug: string): string => `/api/arenas/${encodeURIComponent(slug)}`

export const adminPath = (slug: string): string => `/api/admin/arenas/${encodeURIComponent(slug)}`

/** Whether requests leave this machine unencrypted. */
function isReadable(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

async function requireThisVersion({ address, json }: Remote): Promise<void> {
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
