import type { VoteColumns } from '../../../shared/stats/index.ts'
import type { Cluster, Warning } from '../../../shared/contracts/index.ts'
import type { CountedVotes } from './counted-votes.ts'
import { withCommas } from '../../../shared/sentence/index.ts'

/** What few prompts say of a judge is chance, and rounds of the bootstrap scatter with it. */
export const FEWEST_PROMPTS = 10

interface Overlap {
  /** People's votes, and on how many prompts they are; null: none names its prompt. */
  people: Pick<CountedVotes, 'votes' | 'prompts'>
  /** Judges' votes. */
  votes: number
  labelled: number
  /** On how many prompts there are battles that both voted on. */
  prompts: number
}

/** Why judges can lend nothing to people's board, and what would change that; nothing where they can. */
export function overlapWarnings(
  columns: Pick<VoteColumns, 'left' | 'right' | 'unit'>,
  asked: Cluster | null,
  { people: { votes, prompts }, votes: ofJudges, labelled, prompts: shared }: Overlap,
): Warning[] {
  const say = (why: string, what: string): Warning[] => [
    { code: 'no_overlap', message: `${why}, so this is people's board: ${what}.` },
  ]
  if (asked !== null && asked !== 'prompt')
    return say(`Resampled by ${asked}, no vote can be held against a judge's`, 'resample by prompt')
  if (votes === 0) {
    const message = `People have not voted here, and judges only lend to their votes: collect people's votes on what judges judged.`
    return [{ code: 'no_overlap', message }]
  }
  if (shared >= FEWEST_PROMPTS) return []
  if (labelled > 0)
    return say(
      `Only ${shared} ${shared === 1 ? 'prompt has' : 'prompts have'} battles that people and judges have both voted on`,
      `it takes ${FEWEST_PROMPTS}`,
    )
  if (prompts === null)
    return say("People's votes name no prompt, by which they could be held against a judge's", 'name it')
  const own = `the ${battles(battlesOf(columns))} that people voted on`
  return ofJudges === 0
    ? say('No judge has voted here', `let judges judge ${own}, and more`)
    : say(
        'People and judges have voted on no battle in common (one prompt, the same two contestants)',
        `let judges judge ${own}, or people vote on what judges judged`,
      )
}

const battles = (count: number): string => `${withCommas(count)} ${count === 1 ? 'battle' : 'battles'}`

/** How many battles these votes are on: units and pairs. */
function battlesOf({ left, right, unit }: Pick<VoteColumns, 'left' | 'right' | 'unit'>): number {
  const sides = (vote: number) => [left[vote]!, right[vote]!].sort((a, b) => a - b).join(' ')
  return new Set(Array.from(unit, (own, vote) => `${own} ${sides(vote)}`)).size
}
