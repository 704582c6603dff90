import type { Command } from 'commander'
import { allVotes } from '../../../server/transfer/formats/votes.ts'
import { verifyBoard, type Verification } from '../../../server/transfer/verify/verify-board.ts'
import { VERSION } from '../../../server/platform/config/installation.ts'
import { warningText, withCommas } from '../../../shared/sentence/index.ts'
import { UsageError } from '../terminal/errors.ts'
import { withOpenFile } from './rate/read-files.ts'
import { countWithNoun } from '../../../shared/finish/lines.ts'
import {
  printNote,
  print,
  printJson,
  progress,
  resolveFilePath,
  type Terminal,
} from '../terminal/terminal.ts'
import { msg, messagesOfIssue } from '../../../shared/messages/index.ts'
import { Board } from '../../../shared/contracts/index.ts'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { bodyWithin, TooLargeError } from '../../../server/platform/providers/exchange.ts'
import { fileReadFailure, SetupError } from '../../../server/platform/setup-error.ts'

const SHOWN = 10

/** `verify SNAPSHOT VOTES`: whether a board follows from its exported votes. */
export function verify(program: Command, terminal: Terminal): void {
  program
    .command('verify')
    .argument('<snapshot>', 'the JSON of a board: a file, - for stdin, or an http(s) address')
    .argument('<votes>', 'exported votes (CSV, JSON or JSONL, gzip too; - is stdin)')
    .action(async (snapshot: string, votes: string) => {
      if (snapshot === '-' && votes === '-')
        throw new UsageError(
          'the snapshot and the votes cannot both come from standard input; name a file for one of them.',
        )
      const board = readBoard(snapshot, await readJson(terminal, snapshot))
      const { rows, readWarnings } = await withOpenFile(
        terminal,
        votes,
        { strict: false, isNamed: false },
        allVotes,
      )
      const bar = progress(terminal, 'recomputing')
      const verification = verifyBoard(board, rows, { version: VERSION, onProgress: bar.to })
      bar.end()
      const all = { ...verification, warnings: [...readWarnings, ...verification.warnings] }
      if (terminal.json) printJson(terminal, all)
      else printResult(terminal, all, board.contestants.length)
      terminal.exitCode = verification.agrees ? 0 : 1
    })
}

function printResult(terminal: Terminal, verification: Verification, contestants: number): void {
  const { agrees, votes, votesSha256, compared, differences, warnings } = verification
  for (const warning of warnings) printNote(terminal, `warning: ${warningText(warning)}`)
  if (agrees) {
    print(
      terminal,
      `Agrees to the last digit: ${withCommas(votes)} votes, ${contestants} contestants, ${withCommas(compared)} figures.\nSHA-256 ${votesSha256}`,
    )
    return
  }
  const more = differences.length - SHOWN
  print(
    terminal,
    [
      `Does not agree: ${countWithNoun(differences.length, 'difference')}.`,
      ...differences
        .slice(0, SHOWN)
        .map(
          ({ what, snapshot, recomputed }) =>
            `  ${what}: ${shown(snapshot)} in the snapshot, ${shown(recomputed)} recomputed`,
        ),
      ...(more > 0 ? [`  … and ${withCommas(more)} more; --json lists all`] : []),
    ].join('\n'),
  )
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const NO_JSON = 'it is not JSON. Name the output of rate --json, or /api/arenas/ARENA/leaderboard of a server'
const PATIENCE_MS = 60_000
const MAX_BYTES = 100 * 2 ** 20

/**
 * The JSON in a file, `-` for standard input, or at an http(s) address.
 * @throws {UsageError} if there is none, or if it is not JSON
 * @throws {SetupError} if the address does not answer
 */
async function readJson(terminal: Terminal, source: string): Promise<unknown> {
  const content = /^https?:\/\//i.test(source) ? await fetched(source) : await onDisk(terminal, source)
  try {
    return JSON.parse(content) as unknown
  } catch {
    throw new UsageError(msg('no_board', { place: source, why: NO_JSON }))
  }
}

/** @throws {UsageError} if it is no board */
function readBoard(place: string, json: unknown): Board {
  const read = Board.safeParse(json, { reportInput: true })
  if (read.success) return read.data
  const [{ path, message }] = messagesOfIssue(read.error.issues[0])
  const why = msg('at_place', { place: path.join('.') || 'the file', wrong: message })
  throw new UsageError(msg('no_board', { place, why }))
}

async function onDisk(terminal: Terminal, path: string): Promise<string> {
  if (path === '-') return text(terminal.stdin)
  return readFile(resolveFilePath(terminal, path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(fileReadFailure(path, error))
  })
}

async function fetched(address: string): Promise<string> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const headers = { accept: 'application/json' }
  const failed = (how: string) => `${address} ${how}.`
  const response = await fetch(address, { signal, headers }).catch((error: Error) => {
    throw new SetupError(failed(`does not answer (${failureReason(error)})`))
  })
  const { status } = response
  if (status >= 500) throw new SetupError(failed(`answers ${status}; try again later`))
  if (!response.ok) throw new UsageError(failed(`answers ${status}: there is no board`))
  return bodyWithin(response, MAX_BYTES).then(String, (error: Error) => {
    if (error instanceof TooLargeError) throw new UsageError(failed('is too long for a board'))
    throw new SetupError(failed(`broke off (${failureReason(error)})`))
  })
}

function failureReason(error: Error): string {
  const { cause } = error
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : error.message
}
