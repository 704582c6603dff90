/** Comparisons of two contestants of small arenas. */
import { arenaNamed } from '../../../server/arenas/index.ts'
import { compareContestants, contestantNamed, gateOf } from '../../../server/comparisons/index.ts'
import type { ComparisonRequest, GateRequest } from '../../../server/comparisons/index.ts'
import type { ImportedVote } from '../../../server/transfer/import/arena-import.ts'
import type { Comparison, Outcome } from '../../../shared/contracts/index.ts'
import type { TestApp } from '../../support/app.ts'
import { voteOf } from '../arena-import.ts'

interface Wanted extends Partial<Omit<ComparisonRequest, 'own' | 'other' | 'gate'>> {
  gate?: GateRequest
}

export async function compared(
  app: TestApp,
  slug: string,
  [own, other]: [string, string],
  { gate = {}, ...more }: Wanted = {},
): Promise<Comparison> {
  const arena = await arenaNamed(app.deps.db, slug)
  return compareContestants(app.deps, arena, {
    ...(await between(app, slug, [own, other])),
    bounds: {
      cost: null,
      latency: null,
    },
    gate: gateOf(gate),
    ...more,
  })
}

/** The two of an arena, under all criteria. */
export async function between(app: TestApp, slug: string, [own, other]: [string, string]) {
  const arena = await arenaNamed(app.deps.db, slug)
  const named = (name: string) => contestantNamed(app.deps.db, arena, name)
  return { own: await named(own), other: await named(other), criteria: [] }
}

/** So many votes of `own` on `other`, each on a prompt of its own, sides changing. */
export function votesOn(
  [own, other]: [string, string],
  { wins = 0, losses = 0, ties = 0, from = 1, ...more }: Partial<ImportedVote> & Counts,
): ImportedVote[] {
  const outcomes: Outcome[] = [
    ...Array<Outcome>(wins).fill('left'),
    ...Array<Outcome>(losses).fill('right'),
    ...Array<Outcome>(ties).fill('tie'),
  ]
  return outcomes.map((outcome, i) => {
    const turned = i % 2 === 1
    const seen = turned && outcome !== 'tie' ? (outcome === 'left' ? 'right' : 'left') : outcome
    return voteOf(turned ? other : own, turned ? own : other, seen, { prompt: `p${from + i}`, ...more })
  })
}

interface Counts {
  wins?: number
  losses?: number
  ties?: number
  from?: number
}
