import { InvalidArgumentError } from 'commander'
import { openFile } from '../../../server/transfer/formats/open-file.ts'
import {
  readFacts,
  type FactRow,
  verifyChain,
  type ChainVerification,
} from '../../../server/transfer/verify/verify-chain.ts'
import type { ChainDigests } from '../../../shared/contracts/index.ts'
import { inEnglish, msg } from '../../../shared/messages/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { note, print, printJson } from '../terminal/output.ts'
import { progress } from '../terminal/progress.ts'
import { pathFrom, type Terminal } from '../terminal/terminal.ts'

const SHOWN = 20

/** The value of --digest. */
export function digestDigits(text: string): string {
  if (!/^[0-9a-f]{12,64}$/i.test(text)) throw new InvalidArgumentError(inEnglish(msg('digest_digits')))
  return text.toLowerCase()
}

/** Checks exported facts against a chain of digests, and prints what does not fit. */
export async function verifyFacts(
  terminal: Terminal,
  chain: ChainDigests,
  path: string,
  { json, digest }: { json: boolean; digest: string | null },
): Promise<void> {
  const bar = progress(terminal, 'reading')
  const facts: FactRow[] = []
  try {
    const file = await openFile(pathFrom(terminal, path), { stdin: terminal.stdin, onProgress: bar.to })
    for await (const portion of readFacts(file)) for (const row of portion) facts.push(row)
  } finally {
    bar.end()
  }
  const verification = verifyChain(chain, facts, digest)
  if (json) printJson(terminal, verification)
  else printResult(terminal, verification)
  terminal.exitCode = verification.agrees ? 0 : 1
}

function printResult(terminal: Terminal, verification: ChainVerification): void {
  const { agrees, days, facts, newest, differences, late } = verification
  if (late > 0)
    note(
      terminal,
      `warning: ${counted(late, 'fact')} came after the digest of the day and ${late === 1 ? 'is' : 'are'} in a later one.`,
    )
  const more = differences.length - SHOWN
  const lines = agrees
    ? [
        `The chain fits: ${counted(days, 'day')}, ${counted(facts, 'fact')}.`,
        ...(newest ? [`Newest digest, ${newest.day}: ${newest.digest}`] : []),
      ]
    : [
        `The chain does not fit: ${counted(differences.length, 'difference')}.`,
        ...differences.slice(0, SHOWN).map(({ message }) => `  ${message}`),
        ...(more > 0 ? [`  … and ${withCommas(more)} more; --json lists all`] : []),
      ]
  print(terminal, lines.join('\n'))
}

const counted = (count: number, what: string) => `${withCommas(count)} ${what}${count === 1 ? '' : 's'}`
