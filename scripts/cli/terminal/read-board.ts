import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { Board, ChainDigests } from '../../../shared/contracts/index.ts'
import { boundedFetch, TooLargeError } from '../../../server/platform/providers/public-fetch.ts'
import { SetupError } from '../../../server/platform/setup-error.ts'
import { UsageError } from './errors.ts'
import { pathFrom, type Terminal } from './terminal.ts'
import { messagesOfIssue, msg } from '../../../shared/messages/index.ts'

const PATIENCE_MS = 60_000
const MOST_BYTES = 100 * 2 ** 20

/**
 * The JSON in a file, `-` for standard input, or at an http(s) address.
 * @throws {UsageError} if there is none, or if it is not JSON
 * @throws {SetupError} if the address does not answer
 */
export async function readJson(terminal: Terminal, source: string): Promise<unknown> {
  const content = /^https?:\/\//i.test(source) ? await fetched(source) : await onDisk(terminal, source)
  try {
    return JSON.parse(content) as unknown
  } catch {
    throw new UsageError(msg('board_no_json', { place: source }))
  }
}

/** @throws {UsageError} if it is not a list of digests */
export function chainIn(source: string, json: unknown): ChainDigests {
  const chain = ChainDigests.safeParse(json, { reportInput: true })
  if (chain.success) return chain.data
  const [{ path, message }] = messagesOfIssue(chain.error.issues[0])
  throw new UsageError(
    msg('no_chain', { place: source, why: msg('at_place', { place: path.join('.'), wrong: message }) }),
  )
}

/** @throws {UsageError} if it is not a board */
export function boardIn(source: string, json: unknown): Board {
  const board = Board.safeParse(json, { reportInput: true })
  if (board.success) return board.data
  const [{ path, message }] = messagesOfIssue(board.error.issues[0])
  const why = msg('at_place', { place: path.join('.') || msg('the_file'), wrong: message })
  throw new UsageError(msg('no_board', { place: source, why }))
}

async function onDisk(terminal: Terminal, path: string): Promise<string> {
  if (path === '-') return text(terminal.stdin)
  return readFile(pathFrom(terminal, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      error.code === 'ENOENT'
        ? msg('file_missing', { path })
        : msg('file_unread', { path, why: error.code ?? error.message }),
    )
  })
}

async function fetched(address: string): Promise<string> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const headers = { accept: 'application/json' }
  const response = await boundedFetch(MOST_BYTES)(address, { signal, headers }).catch((error: Error) => {
    throw new SetupError(msg('address_silent', { address, why: reasonOf(error) }))
  })
  if (response.status >= 500)
    throw new SetupError(msg('address_answers', { address, status: response.status }))
  if (!response.ok) throw new UsageError(msg('address_without_board', { address, status: response.status }))
  return response.text().catch((error: Error) => {
    if (error instanceof TooLargeError) throw new UsageError(msg('address_too_long', { address }))
    throw new SetupError(msg('address_broke_off', { address, why: reasonOf(error) }))
  })
}

function reasonOf(error: Error): string {
  const { cause } = error
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : error.message
}
