/** Writes checks and terms as in arena.yaml. */
import { number, passages, text, writtenRow } from './fields.ts'
import type { Fields, Row } from './fields.ts'
import { checkFields, GATE, LEAKS, SAYS, TRUST } from './form-values.ts'
import type { CheckValues, Terms } from './form-values.ts'

export const checksOf = (checks: readonly CheckValues[]) => checks.map(checkWritten)

/** When the kind changes, only these keys stay. */
const OF_ALL_KINDS = ['name', 'kind', 'categories', 'mustPass', 'required']

function checkWritten({ row, says: content, each, ...values }: CheckValues) {
  const { kind } = values
  const isEach = kind === 'contains' && each !== null
  const saved = row['kind'] === kind ? row : only(OF_ALL_KINDS, row)
  const says: Fields = isEach ? { value: passages } : SAYS[kind]
  const [key] = Object.keys(says)
  const fields: Fields = { ...checkFields(kind), ...says }
  const { name, ...rest } = writtenRow(fields, saved, {
    ...values,
    ...(key !== undefined && { [key]: isEach ? each : content }),
  })
  return { name, kind, ...rest }
}

const only = (keys: readonly string[], row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key)))

const PLAN = { votesPerPair: number, baseline: text }
const PRESET = { preset: text }

export function termsOf({
  rows,
  trust,
  preset,
  gate,
  budgetUsd,
  sampling,
  samples,
  anomalies,
  proofOfWork,
  voterCap,
  leaks,
  ...values
}: Terms) {
  // without a number, everything is judged
  const { everything: _, ...bounded } = rows.plan ?? {}
  const plan = values.votesPerPair === null ? rows.plan : bounded
  return {
    ...section('plan', writtenRow(PLAN, plan ?? {}, values), rows.plan),
    ...section('trust', writtenRow(TRUST, rows.trust ?? {}, trust), rows.trust),
    ...section('gate', writtenRow({ ...PRESET, ...GATE }, rows.gate ?? {}, { preset, ...gate }), rows.gate),
    ...(sampling !== '' && { sampling }),
    ...(typeof samples === 'number' && { samples }),
    ...(anomalies !== '' && { anomalies }),
    ...(proofOfWork !== '' && { proofOfWork }),
    ...(typeof voterCap === 'number' && { voterCap }),
    ...(rows.closes && { closes: rows.closes }),
    ...section('leaks', writtenRow(LEAKS, rows.leaks ?? {}, leaks), rows.leaks),
    ...(typeof budgetUsd === 'number' && { budgetUsd }),
  }
}

/** Leaves out an empty section unless it was saved. */
const section = (name: string, says: object, before: object | null) =>
  Object.keys(says).length > 0 || before !== null ? { [name]: says } : {}
