/** Checks and terms as an arena.yaml has them. */
import type { CheckTold, Terms } from './told.ts'
import { given, yamlOf } from './written.ts'

export const checksOf = (checks: readonly CheckTold[]) =>
  checks.map(({ name, kind, required, mustPass, kept, ...rest }) => ({
    name,
    kind,
    ...rule(kind, rest),
    ...kept,
    ...(required && { required }),
    ...given({ mustPass }),
  }))

function rule(
  kind: CheckTold['kind'],
  { says, provider, model }: Pick<CheckTold, 'says' | 'provider' | 'model'>,
) {
  if (kind === 'exact') return { value: says }
  if (kind === 'contains') return { value: oneOrMore(says) }
  if (kind === 'regex') return { pattern: says }
  if (kind === 'json-schema') return { schema: yamlOf(says) }
  return { provider, model, question: says }
}

/** A line each. */
function oneOrMore(says: string): string | string[] {
  const all = says.split(/\r?\n/).filter((one) => one.trim() !== '')
  return all.length > 1 ? all : (all[0] ?? '')
}

export function termsOf({ votesPerPair, baseline, trust, preset, gate, budgetUsd, kept }: Terms) {
  const everything = votesPerPair === null ? kept.plan?.['everything'] : undefined
  const plan = {
    ...given({ votesPerPair }),
    ...(everything !== undefined && { everything }),
    ...(baseline !== '' && { baseline }),
  }
  const asked = { ...(preset !== '' && { preset }), ...given(gate) }
  return {
    ...section('plan', plan, kept.plan),
    ...section('trust', given(trust), kept.trust),
    ...section('gate', asked, kept.gate),
    ...given({ budgetUsd }),
  }
}

/** Left out where it says nothing and did not before. */
const section = (name: string, says: object, before: object | null) =>
  Object.keys(says).length > 0 || before !== null ? { [name]: says } : {}
