/** Checks and terms as an arena.yaml has them. */
import { number, passages, text, writtenRow } from './fields.ts'
import type { Fields, Row } from './fields.ts'
import { checkFields, GATE, SAYS, TRUST } from './form-values.ts'
import type { CheckValues, Terms } from './form-values.ts'

export const checksOf = (checks: readonly CheckValues[]) => checks.map(checkWritten)

/** What another kind had goes with it, but for what all kinds have. */
const OF_ALL_KINDS = ['name', 'kind', 'categories', 'mustPass', 'required']

function checkWritten({ row, says: said, each, ...told }: CheckValues) {
  const { kind } = told
  const isEach = kind === 'contains' && each !== null
  const stood = row['kind'] === kind ? row : only(OF_ALL_KINDS, row)
  const says: Fields = isEach ? { value: passages } : SAYS[kind]
  const [key] = Object.keys(says)
  const fields: Fields = { ...checkFields(kind), ...says }
  const { name, ...rest } = writtenRow(fields, stood, { ...told, [key!]: isEach ? each : said })
  return { name, kind, ...rest }
}

const only = (keys: readonly string[], row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key)))

const PLAN = { votesPerPair: number, baseline: text }
const PRESET = { preset: text }

export function termsOf({ rows, trust, preset, gate, budgetUsd, sampling, ...told }: Terms) {
  // everything is what is judged where no number is told
  const { everything: _, ...bounded } = rows.plan ?? {}
  const plan = told.votesPerPair === null ? rows.plan : bounded
  return {
    ...section('plan', writtenRow(PLAN, plan ?? {}, told), rows.plan),
    ...section('trust', writtenRow(TRUST, rows.trust ?? {}, trust), rows.trust),
    ...section('gate', writtenRow({ ...PRESET, ...GATE }, rows.gate ?? {}, { preset, ...gate }), rows.gate),
    ...(sampling !== '' && { sampling }),
    ...(typeof budgetUsd === 'number' && { budgetUsd }),
  }
}

/** Left out where it says nothing and did not before. */
const section = (name: string, says: object, before: object | null) =>
  Object.keys(says).length > 0 || before !== null ? { [name]: says } : {}
