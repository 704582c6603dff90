/**
 * Commands that work on a server: one that the options name, over HTTP, or else one within this process, on the database of
 * this machine, which listens nowhere. So both do the same.
 */
import { openAsBlob } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Connection } from '../../../clients/typescript/connect.ts'
import { DeadheatError } from '../../../clients/typescript/error.ts'
import type { AppContext } from '../../../server/open-app.ts'
import { readConfig } from '../../../server/platform/config/config.ts'
import { START_COMMAND, VERSION } from '../../../server/platform/config/installation.ts'
import type { FilesHere } from '../../../server/transfer/index.ts'
import type { ViewRequest } from '../../../server/ratings/index.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { OutsideError, UsageError } from '../terminal/errors.ts'
import { printNote, SERVER, TOKEN, type Terminal } from '../terminal/terminal.ts'
import { withApp } from '../terminal/with-app.ts'

export interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Undefined parameters are left out; a list repeats its name. */
  query?: Record<string, string | number | boolean | readonly (string | number)[] | undefined> | undefined
  /** Sent as JSON. */
  body?: object
  /** Sent as a form. A server within this process reads them where they are. */
  files?: FilesHere
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

/** @param send  how a request with files is sent: a part of it, for its path */
function remoteAt(
  connection: Connection,
  send: (files: FilesHere) => Promise<object>,
  app: AppContext | null = null,
): Remote {
  const client = connect(connection)
  const request = async (path: string, { method = 'GET', query, body, files, headers }: Call = {}) => {
    const sent = files ? await send(files) : { body }
    const init = { params: { query }, parseAs: 'stream', headers, ...sent }
    try {
      return (await (client[method] as unknown as Send)(path, init)).response
    } catch (error) {
      if (!app || !(error instanceof DeadheatError)) throw error
      // no server and no connection is at fault
      throw error.code === 'unreachable' ? error.cause : error
    }
  }
  const json = async <Body>(path: string, call?: Call): Promise<Body> =>
    (await (await request(path, call)).json()) as Body
  return { address: connection.server, request, json, app }
}

/** The server within this process. */
export async function serverWithin(app: AppContext): Promise<Remote> {
  const { createApp } = await import('../../../server/app.ts')
  const served = createApp(app.deps)
  const within = (filesHere?: FilesHere) => async (request: Request) => {
    const faults: Error[] = []
    const onFault = (fault: Error) => void faults.push(fault)
    const response = await served.fetch(request, { onFault, ...(filesHere && { filesHere }) })
    if (faults.length > 0) throw faults[0]
    return response
  }
  const connection = { server: 'http://localhost', token: app.deps.access.adminToken, fetch: within() }
  return remoteAt(connection, async (filesHere) => ({ fetch: within(filesHere) }), app)
}

/** Files as a form, which tells what share of it was read. An answer to files may take long. */
async function asForm({ files, onRead }: FilesHere): Promise<object> {
  const form = new FormData()
  let size = 0
  for (const [name, path] of files) {
    const content = await openAsBlob(path)
    size += content.size
    form.append(name, content, name)
  }
  const { headers, body } = new Response(form)
  let bytes = 0
  const counted = body!.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        onRead?.(Math.min(1, (bytes += chunk.length) / size))
        controller.enqueue(chunk)
      },
    }),
  )
  return {
    body: counted,
    bodySerializer: () => counted,
    duplex: 'half',
    headers: { 'content-type': headers.get('content-type')! },
    fetch: patientFetch,
  }
}

/** Runs `act` with the server that options or environment name, or else with the one within this process. Throws what each throws. */
export async function withServer<T>(terminal: Terminal, act: (remote: Remote) => Promise<T>): Promise<T> {
  const server = configuredServer(terminal)
  if (server) return withServerAt(terminal, server, act)
  return withApp(terminal, async (app) => act(await serverWithin(app)))
}

/**
 * The server that the options or the environment name; null if they name none.
 * @throws {UsageError} for an address or a token that cannot be one; the message never has the token
 */
export function configuredServer({ env, server, token }: Terminal): Connection | null {
  const address = server ?? env[SERVER] ?? ''
  const secret = (token ?? env[TOKEN] ?? '').trim()
  if (address.trim() === '') {
    if (token === undefined) return null
    throw new UsageError(msg('option_alone', { option: '--token', others: `--server URL or ${SERVER}` }))
  }
  if (!/^[!-~]*$/.test(secret))
    throw new UsageError(
      `The admin token contains a character that no token has, such as a space: check --token or ${TOKEN}.`,
    )
  return { server: checkedAddress(address.trim()), ...(secret !== '' && { token: secret }) }
}

function checkedAddress(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new UsageError(
      `--server or ${SERVER} is not the address of a server: it has the form https://arena.example.`,
    )
  // a password in an address would appear in messages
  if (url.username !== '' || url.password !== '')
    throw new UsageError(
      `The address of the server contains a password: leave it out, and put the admin token into ${TOKEN}.`,
    )
  return url.href.replace(/\/+$/, '')
}

/**
 * Runs `act` with a server, after checking that it is a Deadheat of this version.
 * @throws {OutsideError} if it is not
 * @throws {DeadheatError} if it does not answer, or refuses a request
 */
async function withServerAt<T>(
  terminal: Terminal,
  connection: Connection,
  act: (remote: Remote) => Promise<T>,
): Promise<T> {
  const { server: address, token } = connection
  if (token !== undefined && isReadable(address))
    printNote(terminal, `warning: ${address} is not encrypted, so others on the way can read the token.`)
  const remote = remoteAt(connection, asForm)
  await requireThisVersion(remote)
  return act(remote)
}

/** The address of its pages, for links that people open. */
async function pagesAddress({ env }: Terminal, { address, app }: Remote): Promise<string> {
  if (!app) return address
  const { linkOrigin } = await import('../../../server/platform/http/host-check.ts')
  return linkOrigin(readConfig(env))
}

/** Where the board of an arena is, and when that address works; null: now. Nothing says where servers on a database of one's own are. */
export async function boardPlace(terminal: Terminal, remote: Remote, slug: string) {
  const board = `${await pagesAddress(terminal, remote)}/a/${slug}`
  if (!remote.app) return { board, aboutServer: null }
  const { databaseUrl, publicUrl } = readConfig(terminal.env)
  const aboutServer =
    databaseUrl && !publicUrl
      ? 'These are the addresses of a server on this machine. If yours has another, set DEADHEAT_PUBLIC_URL.'
      : `These addresses work while the server runs (${START_COMMAND}).`
  return { board, aboutServer }
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
    throw new OutsideError(
      `${address} answers, but is no Deadheat server of this version: check the address, and the version of the server.`,
    )
  if (versionSeries(health.version) !== versionSeries(VERSION))
    throw new OutsideError(
      `${address} runs Deadheat ${health.version}, and this is ${VERSION}: use the same version on both sides.`,
    )
}

/** The part of a version within which HTTP stays compatible: before 1.0.0 the first two numbers. */
const versionSeries = (version: string): string =>
  version.startsWith('0.') ? version.split('.', 2).join('.') : version.split('.')[0]!

/**
 * `fetch` for requests whose answer may take longer than five minutes, such as large imports: the global one gives up
 * then. It follows no redirects.
 */
async function patientFetch({ url, method, headers, body }: Request): Promise<Response> {
  const { Agent, fetch } = await import('undici')
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  const response = await fetch(url, {
    method,
    headers: [...headers],
    body: body as AsyncIterable<Uint8Array> | null,
    duplex: 'half',
    redirect: 'manual',
    dispatcher,
  })
  return response as unknown as Response
}

export const fetchExport = (remote: Remote, slug: string, fileName: string, view: ViewRequest) =>
  fetchWhole(remote, `${arenaPath(slug)}/export/${fileName}`, { ...view })

/** What a path answers as it arrives, so that it is never in memory as a whole. */
export const fetchWhole = async (remote: Remote, path: string, query: Call['query'] = {}) =>
  completeBody(await remote.request(path, { query }), remote)

/** @throws {DeadheatError} if the connection breaks, so that a part is never taken for the whole */
async function* completeBody(response: Response, { address, app }: Remote): AsyncGenerator<Uint8Array> {
  try {
    yield* response.body!
  } catch (error) {
    if (app) throw error
    throw new DeadheatError(`${address} broke off: the export is not complete.`, 'unreachable', null, {})
  }
}
