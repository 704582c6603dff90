import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Batch } from './batch.ts'
import type { Score } from './score.ts'

/** A finished batch, as one line of JSON. */
interface Line {
  batch: Batch
  score: Score
}

/** The batches that a file contains, by batch. Empty if there is no file. An incomplete last line is left out. */
export function readLines(path: string): Map<string, Score> {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  return new Map(
    lines.flatMap((text): [string, Score][] => {
      const line = parsed(text)
      return line ? [[keyOf(line.batch), line.score]] : []
    }),
  )
}

export function appendLine(path: string, batch: Batch, score: Score): void {
  appendFileSync(path, `${JSON.stringify({ batch, score } satisfies Line)}\n`)
}

export function keyOf({ cell, seed, rounds, from, to }: Batch): string {
  return JSON.stringify([cell, seed, rounds, from, to])
}

function parsed(text: string): Line | null {
  try {
    return text === '' ? null : (JSON.parse(text) as Line)
  } catch {
    return null
  }
}
