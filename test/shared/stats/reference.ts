import type { Votes } from '../../../shared/stats/fit/votes.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.env['DEADHEAT_REFERENCE_DATA'] ?? ''

/** False where no reference data was given: the tests that need it are skipped. */
export const hasReferenceData = folder !== '' && existsSync(folder)

export interface ReferenceRow {
  contestant: string
  log_strength: number
  se_model: number
  se_sandwich: number
  boot_sd_log?: number
}

interface Battle {
  question_id: string
  model_a: string
  model_b: string
  winner: string
}

const OUTCOMES = ['model_a', 'model_b', 'tie', 'tie (bothbad)']

/** A reference file as columns (clusters are its questions), with names in the order of their numbers. */
export function readBattles(file: string): { votes: Votes; names: string[] } {
  const lines = readFileSync(battlesFile(file), 'utf8').trim().split('\n')
  const battles = lines.map((line) => JSON.parse(line) as Battle)
  const names = sortedSet(battles.flatMap(({ model_a, model_b }) => [model_a, model_b]))
  const questions = sortedSet(battles.map(({ question_id }) => question_id))
  const number = new Map(names.map((name, index) => [name, index]))
  const unit = new Map(questions.map((name, index) => [name, index]))
  return {
    names,
    votes: {
      contestants: names.length,
      left: Int32Array.from(battles, ({ model_a }) => number.get(model_a)!),
      right: Int32Array.from(battles, ({ model_b }) => number.get(model_b)!),
      outcome: Uint8Array.from(battles, ({ winner }) => OUTCOMES.indexOf(winner)),
      prompt: Int32Array.from(battles, ({ question_id }) => unit.get(question_id)!),
      person: null,
    },
  }
}

/** The independently computed table beside a reference file, in the order of `names`. */
export function readExpected(file: string, names: string[], ties: 'half' | 'drop'): ReferenceRow[] {
  const expected = JSON.parse(readFileSync(join(folder, `${file}.expected.json`), 'utf8')) as Record<
    string,
    { table: ReferenceRow[] }
  >
  const rows = new Map(expected[`bt_ties_${ties}`].table.map((row) => [row.contestant, row]))
  return names.map((name) => rows.get(name)!)
}

function sortedSet(values: string[]): string[] {
  return [...new Set(values)].sort()
}

/** The classic sets name their battles apart, `baseball1987.battles.jsonl` beside `baseball1987.expected.json`. */
function battlesFile(file: string): string {
  return join(folder, file.startsWith('classic/') ? `${file}.battles.jsonl` : `${file}.jsonl`)
}
