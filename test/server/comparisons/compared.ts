/** Comparisons of two contestants of small arenas. */
import {
  compareContestants,
  contestantNamed,
  resolveGate,
  type ComparisonRequest,
  type GateRequest,
} from '../../../server/comparisons/index.ts'
import type { ImportedVote } from '../../../server/transfer/import/arena-import.ts'
import type { Comparison, Outcome } from '../../../shared/contracts/index.ts'
import type { TestApp } from '../../support/app.ts'
import { voteOf } from '../arena-import.ts'

interface ComparedOptions extends Partial<Omit<ComparisonRequest, 'challenger' | 'incumbent' | 'gate'>> {
  gate?: GateRequest
}

/** For one look, unless `sequential` says otherwise. */
export async function compared(
  app: TestApp,
  slug: string,
  [challenger, incumbent]: [string, string],
  { gate = {}, ...more }: ComparedOptions = {},
): Promise<Comparison> {
  const arena = await app.arena(slug)
  return compareContestants(app.deps, arena, {
    ...(await between(app, slug, [challenger, incumbent])),
    bounds: {
      cost: null,
      latency: null,
    },
    gate: resolveGate(gate),
    sequential: false,
    ...more,
  })
}

/** The two contestants of a comparison, under all criteria. */
export async function between(app: TestApp, slug: string, [challenger, incumbent]: [string, string]) {
  const arena = await app.arena(slug)
  const named = (name: string) => contestantNamed(app.deps.db, arena, name)
  return { challenger: await named(challenger), incumbent: await named(incumbent), criteria: [] }
}

/** Votes of the challenger against the incumbent, each on another prompt, with alternating sides. */
export function votesOn(
  [challenger, incumbent]: [string, string],
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
    return voteOf(turned ? incumbent : challenger, turned ? challenger : incumbent, seen, {
      prompt: `p${from + i}`,
      ...more,
    })
  })
}

interface Counts {
  wins?: number
  losses?: number
  ties?: number
  from?: number
}
