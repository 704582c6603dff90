import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { isNode, LineCounter, parseDocument } from 'yaml'
import type { Document } from 'yaml'
import { ArenaFile } from '../../shared/contracts/index.ts'
import { ProblemError } from '../platform/problem.ts'

/**
 * Reads and checks an arena.yaml.
 * @throws {ProblemError} with `file:line: path: what is wrong` for each fault
 */
export async function readArenaFile(path: string): Promise<ArenaFile> {
  const name = basename(path)
  const text = await readFile(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) =>
    refuse([`${path}: cannot be read (${code})`]),
  )
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  if (document.errors.length > 0)
    refuse(
      document.errors.map(
        ({ pos, message }) => `${name}:${lines.linePos(pos[0]).line}: not YAML: ${message.split('\n')[0]}`,
      ),
    )
  const parsed = ArenaFile.safeParse(document.toJS())
  if (parsed.success) return parsed.data
  return refuse(
    parsed.error.issues.map(
      ({ path: at, message }) =>
        `${name}:${lineOf(document, at, lines)}: ${at.join('.') || 'the file'}: ${message}`,
    ),
  )
}

const MOST_SHOWN = 5

function refuse(faults: string[]): never {
  const more = faults.length > MOST_SHOWN ? ` (and ${faults.length - MOST_SHOWN} more)` : ''
  throw new ProblemError('invalid_request', `${faults.slice(0, MOST_SHOWN).join(' · ')}${more}`)
}

/** The line where the deepest part of the path that stands in the file begins. */
function lineOf(document: Document, path: PropertyKey[], lines: LineCounter): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 1
}
