/** One vote of a jury: the votes of several judges on the same pair and prompt, combined by majority. */
import type { Majority, JudgeChoice, JudgeTrust } from '../contracts/index.ts'
import type { VoteTable } from './vote-table.ts'

/** The source name of boards whose votes are the majorities of judges. */
export const MAJORITY = 'majority'

/** Codes of outcomes. */
const [LEFT, TIE, BOTH_BAD] = [0, 2, 3]
/** What a judge can say of a pair, whose contestants are sorted by name. */
const [LOW, HIGH, TIED, BAD, SAYINGS] = [0, 1, 2, 3, 4]

/** A prompt with two contestants, and the judges that voted on it. */
interface Jury {
  prompt: number
  /** The number of the prompt's group, the first by name if votes differ; −1: none. */
  group: number
  low: number
  high: number
  /** The votes of each judge by what they say. */
  judges: Map<number, Int32Array>
}

/**
 * Combines the votes of one criterion. The quorum is more than half of the judges that voted anywhere in the table.
 * On each prompt and pair of contestants:
 * - a judge with several votes says what most of them say, else that it is a tie;
 * - what a quorum says is the vote; both-bad is a kind of tie, unless a quorum says it;
 * - if a quorum of judges voted but none agrees, the vote is a tie (`split`);
 * - if fewer judges voted, there is no vote (`missing`).
 * Votes without a prompt or a judge's name are left out. The order of votes does not matter.
 */
export function majorityVotes(table: VoteTable): { votes: VoteTable; majority: Majority } {
  const { voter, prompt, promptGroup, contestants } = table
  const juries = juriesOf(table)
  const voted = new Set([...juries.values()].flatMap(({ judges }) => [...judges.keys()]))
  const quorum = Math.floor(voted.size / 2) + 1
  const [left, right, outcome, prompts, groups]: number[][] = [[], [], [], [], []]
  const counts = { split: 0, missing: 0 }
  let used = 0
  for (const jury of juries.values()) {
    for (const votes of jury.judges.values()) used += votes.reduce((sum, count) => sum + count, 0)
    const verdict = verdictOf(jury, quorum)
    if (verdict === null) {
      counts.missing++
      continue
    }
    if (verdict.isSplit) counts.split++
    left!.push(jury.low)
    right!.push(jury.high)
    outcome!.push(verdict.outcome)
    prompts!.push(jury.prompt)
    groups!.push(jury.group)
  }
  return {
    votes: {
      votes: left!.length,
      ids: null,
      contestants,
      left: Int32Array.from(left!),
      right: Int32Array.from(right!),
      outcome: Uint8Array.from(outcome!),
      prompt: { names: prompt.names, of: Int32Array.from(prompts!) },
      ...(promptGroup && { promptGroup: { names: promptGroup.names, of: Int32Array.from(groups!) } }),
      voter: { names: [], of: new Int32Array(0) },
    },
    majority: {
      judges: [...voted].map((number) => voter.names[number]).sort((a, b) => (a < b ? -1 : 1)),
      quorum,
      judgeVotes: used,
      ...counts,
      leftOut: table.votes - used,
    },
  }
}

function juriesOf(table: VoteTable) {
  const { votes, contestants, left, right, outcome, prompt, promptGroup, voter } = table
  const juries = new Map<number, Jury>()
  if (prompt.of.length === 0 || voter.of.length === 0) return juries
  const size = contestants.length
  for (let row = 0; row < votes; row++) {
    if (prompt.of[row] < 0 || voter.of[row] < 0) continue
    const isSorted = contestants[left[row]] < contestants[right[row]]
    const [low, high] = isSorted ? [left[row], right[row]] : [right[row], left[row]]
    const key = (prompt.of[row] * size + low) * size + high
    let jury = juries.get(key)
    if (!jury) juries.set(key, (jury = { prompt: prompt.of[row], group: -1, low, high, judges: new Map() }))
    const group = promptGroup?.of[row] ?? -1
    const isFirst =
      jury.group < 0 || (group >= 0 && promptGroup!.names[group] < promptGroup!.names[jury.group])
    if (isFirst) jury.group = group
    const said = jury.judges.get(voter.of[row]) ?? new Int32Array(SAYINGS)
    jury.judges.set(voter.of[row], said)
    const code = outcome[row]
    said[code >= TIE ? (code === BOTH_BAD ? BAD : TIED) : (code === LEFT) === isSorted ? LOW : HIGH]++
  }
  return juries
}

/** @returns null if fewer judges than the quorum voted; left is `low` */
function verdictOf({ judges }: Jury, quorum: number): { outcome: number; isSplit: boolean } | null {
  if (judges.size < quorum) return null
  const said = new Int32Array(SAYINGS)
  for (const votes of judges.values()) said[sayingOf(votes)]++
  if (said[LOW] >= quorum) return { outcome: LEFT, isSplit: false }
  if (said[HIGH] >= quorum) return { outcome: LEFT + 1, isSplit: false }
  if (said[BAD] >= quorum) return { outcome: BOTH_BAD, isSplit: false }
  return { outcome: TIE, isSplit: said[TIED] + said[BAD] < quorum }
}

/** What most of a judge's votes on one pair say. */
function sayingOf([low, high, tied, bad]: Int32Array): number {
  const ties = tied + bad
  if (low > high && low > ties) return LOW
  if (high > low && high > ties) return HIGH
  return ties > 0 && bad > tied ? BAD : TIED
}

// Which judges a view counts.

/** The source name of boards of people's votes that judges make more precise. */
export const POWERED = 'powered'

/**
 * Which judges a view counts. Null: all judges of its source. Together with people only calibrated judges count. On
 * boards of judges alone all count except those that were measured and failed. On boards powered by judges all
 * count: the votes they share with people measure them on the board itself.
 */
export function judgesCounted(source: string, trust: readonly JudgeTrust[]): JudgeChoice | null {
  const named = (state: JudgeTrust['state']) =>
    trust.filter((one) => one.state === state).map(({ judge }) => judge)
  if (source === 'all') return { only: named('calibrated').sort() }
  const failed = source === 'judges' || source === MAJORITY ? named('uncalibrated').sort() : []
  return failed.length > 0 ? { except: failed } : null
}

/** Whether a view counts the votes of a judge. Without a choice it counts all judges. */
export function countsJudge(choice: JudgeChoice | undefined | null, judge: string): boolean {
  if (!choice) return true
  return 'only' in choice ? choice.only.includes(judge) : !choice.except.includes(judge)
}
