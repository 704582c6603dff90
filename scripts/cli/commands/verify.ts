import type { Command } from 'commander'
import type { VoteRow } from '../../../shared/contracts/votes.ts'
import { Complaints } from '../../../server/transfer/formats/complaints.ts'
import { openFile } from '../../../server/transfer/formats/open-file.ts'
import { readVotes } from '../../../server/transfer/formats/votes.ts'
import { verifyBoard, type Verification } from '../../../server/transfer/verify/verify-board.ts'
import { VERSION } from '../../../server/platform/config/installation.ts'
import { warningText, withCommas } from '../../../shared/sentence/index.ts'
import { digestDigits, verifyFacts } from './verify-facts.ts'
import { UsageError } from '../terminal/errors.ts'
import { note, print, printJson } from '../terminal/output.ts'
import { progress } from '../terminal/progress.ts'
import { boardIn, chainIn, readJson } from '../terminal/read-board.ts'
import { pathFrom, type Terminal } from '../terminal/terminal.ts'
import { msg } from '../../../shared/messages/index.ts'

const SHOWN = 10

/** `verify SNAPSHOT VOTES`: whether a board follows from its exported votes, or a chain of digests from exported facts. */
export function verify(program: Command, terminal: Terminal): void {
  program
    .command('verify')
    .description(
      'recompute a board from its exported votes, to the last digit, or a chain of daily digests from exported facts; exit 1 on any difference',
    )
    .argument(
      '<snapshot>',
      'the JSON of a board, or of /api/arenas/ARENA/digests: a file, - for stdin, or an http(s) address',
    )
    .argument(
      '<votes>',
      'exported votes, or exported facts for a chain (CSV, JSON or JSONL, gzip too; - is stdin)',
    )
    .option(
      '--digest <hex>',
      'a digest that you noted: its first 12 digits or more must be in the chain',
      digestDigits,
    )
    .option('--json', 'print the result as JSON', false)
    .action(async (snapshot: string, votes: string, { json, digest }: { json: boolean; digest?: string }) => {
      if (snapshot === '-' && votes === '-') throw new UsageError(msg('both_on_standard_input'))
      const source = await readJson(terminal, snapshot)
      if (isChain(source))
        return verifyFacts(terminal, chainIn(snapshot, source), votes, { json, digest: digest ?? null })
      if (digest !== undefined) throw new UsageError(msg('digest_needs_chain'))
      const board = boardIn(snapshot, source)
      const { rows, dirty } = await readRows(terminal, votes)
      const bar = progress(terminal, 'recomputing')
      const verification = verifyBoard(board, rows, { version: VERSION, onProgress: bar.to })
      bar.end()
      const all = { ...verification, warnings: [...dirty, ...verification.warnings] }
      if (json) printJson(terminal, all)
      else printResult(terminal, all, board.contestants.length)
      terminal.exitCode = verification.agrees ? 0 : 1
    })
}

const isChain = (json: unknown): boolean => typeof json === 'object' && json !== null && 'digests' in json

async function readRows(terminal: Terminal, path: string) {
  const bar = progress(terminal, 'reading')
  try {
    const file = await openFile(pathFrom(terminal, path), { stdin: terminal.stdin, onProgress: bar.to })
    const complaints = Complaints.of(file, false)
    const rows: VoteRow[] = []
    for await (const portion of readVotes(file, complaints)) for (const row of portion) rows.push(row)
    const dirty = complaints.warning()
    return { rows, dirty: dirty ? [dirty] : [] }
  } finally {
    bar.end()
  }
}

function printResult(terminal: Terminal, verification: Verification, contestants: number): void {
  const { agrees, votes, votesSha256, compared, differences, warnings } = verification
  for (const warning of warnings) note(terminal, `warning: ${warningText(warning)}`)
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
      `Does not agree: ${differences.length === 1 ? '1 difference' : `${withCommas(differences.length)} differences`}.`,
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
