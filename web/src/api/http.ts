import { hc } from 'hono/client'
import type { Api } from '../../../server/app.ts'
import { adminToken } from '../state/admin-token.svelte.ts'
import { Failure, toFailure, responseFailure } from './failure.ts'

export const PATIENCE_MS = 20_000
const PATIENCE_WITH_COMPUTING_MS = 180_000

/** For routes that compute before they answer, which takes long on large boards. */
export const patiently = (): { init: RequestInit } => ({
  init: { signal: AbortSignal.timeout(PATIENCE_WITH_COMPUTING_MS) },
})

/** The server's routes as typed functions; the types come from the server itself. */
export const server = hc<Api>('/', {
  fetch: (input: RequestInfo | URL, init?: RequestInit) =>
    fetch(input, {
      ...init,
      headers: signed(init?.headers),
      signal: init?.signal ?? AbortSignal.timeout(PATIENCE_MS),
    }),
})

/** The routes of operators: of the server, and of one arena. */
export const adminRoutes = server.api.admin
export const adminArenaRoutes = adminRoutes.arenas[':arena']

/** Sends the admin token if there is one and the call has no authorization of its own. */
export function signed(headersToAdd?: HeadersInit): Headers {
  const headers = new Headers(headersToAdd)
  if (adminToken.value !== null && !headers.has('authorization'))
    headers.set('authorization', `Bearer ${adminToken.value}`)
  return headers
}

/** Asks the server for JSON, as in `ask(server.api.arenas.$get(…))`. Throws only a `Failure`. Forgets an admin token that the server refuses. */
export async function ask<Body>(call: Promise<Response & { json(): Promise<Body> }>): Promise<Body> {
  try {
    const response = await call
    if (!response.ok) throw await responseFailure(response)
    return await response.json()
  } catch (error) {
    const failure = error instanceof Failure ? error : toFailure(error)
    if (failure.code === 'token_invalid') adminToken.forget()
    throw failure
  }
}

/** The same of a route whose body has a type of the contracts that the client does not infer. */
export const fetched = <Body>(call: Promise<Response>): Promise<Body> =>
  ask<Body>(call as Promise<Response & { json(): Promise<Body> }>)

/** The server sends at least every 15 s. A longer silence means that the connection is lost. */
const SILENCE_MS = 40_000
const FIRST_WAIT_MS = 1000
/** Longest wait between two tries. Each wait is twice the one before. */
const LONGEST_WAIT_MS = 10_000

interface Listener {
  /** Called with the data of one event. */
  onData(text: string): void
  /** Called when the connection opens, and when it is lost and retried. */
  onConnected(connected: boolean): void
  /** Called when the server refuses the request. There is no retry. */
  onRefused(failure: Failure): void
}

/**
 * Follows a stream of events and reconnects. Forgets an admin token that the server refuses. Returns a function that stops it.
 * An EventSource cannot send the admin token, so this reads the stream with fetch.
 */
export function followEvents(path: string, listener: Listener): () => void {
  const over = new AbortController()
  void listen(path, listener, over.signal)
  return () => over.abort()
}

async function listen(path: string, listener: Listener, over: AbortSignal): Promise<void> {
  for (let wait = FIRST_WAIT_MS; !over.aborted; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      const heard = () => {
        wait = FIRST_WAIT_MS
        listener.onConnected(true)
      }
      await hearOut(path, over, heard, listener.onData)
    } catch (error) {
      if (over.aborted) return
      const failure = toFailure(error)
      if (!failure.isTransient) {
        if (failure.code === 'token_invalid') adminToken.forget()
        return listener.onRefused(failure)
      }
    }
    if (over.aborted) return
    listener.onConnected(false)
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** Reads one connection until it ends. */
async function hearOut(path: string, over: AbortSignal, heard: () => void, onData: (text: string) => void) {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), SILENCE_MS)
  try {
    const signal = AbortSignal.any([over, silent.signal])
    const response = await fetch(path, { headers: signed(), signal })
    if (!response.ok || !response.body) throw await responseFailure(response)
    heard()
    let text = ''
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), SILENCE_MS)
      text += value
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
        text = text.slice(end + 2)
        if (data) onData(data)
      }
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Saves an export under its file name. With the admin token, also of a private arena. */
export function download(arena: string, file: string): Promise<void> {
  return downloadPath(`/api/arenas/${arena}/export/${file}`, `${arena}-${file}`)
}

/** Downloads a path of the server and saves it. Throws a `Failure`. */
export async function downloadPath(path: string, name: string): Promise<void> {
  save(await fetchContent(path), name)
}

/** The content of a path of the server. Sends the admin token if there is one. Throws a `Failure`. */
export async function fetchContent(path: string): Promise<Blob> {
  const response = await fetch(path, { headers: signed() }).catch((error) => {
    throw toFailure(error)
  })
  if (!response.ok) throw await responseFailure(response)
  return response.blob()
}

/** Saves a file that the page made. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
