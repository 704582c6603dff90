import type { View, Warning } from '../../../shared/contracts/index.ts'
import type { JudgeType, VoteRow } from '../../../shared/contracts/vote-row.ts'
import type { RatedVote } from '../../ratings/index.ts'
import { mergeOrders } from './merge-orders.ts'

/** Which rows of a votes file a board is made from; null does not restrict. */
export interface Choice {
  criterion: string | null
  category: string | null
  /** `humans`, `judges`, `judge:NAME` or `simulated`. */
  source: string | null
  /** Only this voter's rows, whatever it is. */
  judge: string | null
  orders: 'merge' | 'separate'
}

export interface Chosen {
  votes: RatedVote[]
  view: View
  warnings: Warning[]
}

/** From the good rows of a file to the votes of one view. */
export function chooseVotes(rows: readonly VoteRow[], choice: Choice): Chosen {
  const { votes, incomplete } =
    choice.orders === 'merge' ? mergeOrders(rows) : { votes: rows, incomplete: [] }
  const matching = votes.filter((row) => isChosen(row, choice))
  const real = withoutSimulated(matching)
  const types = new Set(real.map(({ judgeType }) => judgeType))
  const broken = incomplete.filter((row) => isChosen(row, choice))
  return {
    votes: real.map(ratedVote),
    view: {
      source: choice.source ?? (choice.judge === null ? sourceOf(types) : `judge:${choice.judge}`),
      criterion: choice.criterion,
      category: choice.category,
      from: null,
      to: null,
    },
    warnings: [
      ...(broken.length > 0 ? [incompleteJudgements(broken)] : []),
      ...(choice.source === null && types.has('human') && types.has('llm') ? [MIXED_SOURCES] : []),
      ...(real.length < matching.length ? [simulatedLeftOut(matching.length - real.length)] : []),
    ],
  }
}

function isChosen(row: VoteRow, { criterion, category, source, judge }: Choice): boolean {
  if (criterion !== null && (row.criterion ?? '') !== criterion) return false
  if (category !== null && row.category !== category) return false
  if (judge !== null && row.judge !== judge) return false
  if (source === 'humans') return row.judgeType === 'human'
  if (source === 'judges') return row.judgeType === 'llm'
  if (source === 'simulated') return row.judgeType === 'simulated'
  return source === null || (row.judgeType === 'llm' && `judge:${row.judge}` === source)
}

/** Simulated votes are never rated with others. */
function withoutSimulated(rows: readonly VoteRow[]): readonly VoteRow[] {
  const real = rows.filter(({ judgeType }) => judgeType !== 'simulated')
  return real.length > 0 ? real : rows
}

function sourceOf(types: ReadonlySet<JudgeType>): string {
  const [only, ...others] = types
  return only === undefined || others.length > 0 ? 'all' : SOURCES[only]
}

function ratedVote({ id, modelA, modelB, winner, questionId, judge }: VoteRow): RatedVote {
  return {
    id: id ?? '',
    contestantA: modelA,
    contestantB: modelB,
    outcome: winner === 'tie_inconsistent' ? 'tie' : winner,
    prompt: questionId,
    voter: judge,
  }
}

const SOURCES: Record<JudgeType, string> = {
  human: 'humans',
  llm: 'judges',
  result: 'all',
  simulated: 'simulated',
}

const MIXED_SOURCES: Warning = {
  code: 'mixed_sources',
  message:
    'Votes of people and of judges are rated together; choose with --source humans, judges or judge:NAME.',
}

function incompleteJudgements(rows: readonly VoteRow[]): Warning {
  const judgements = rows.length === 1 ? '1 judgement was' : `${rows.length} judgements were`
  return {
    code: 'incomplete_judgement',
    message: `${judgements} asked in one order only and left out, since the file has both orders of others (--orders separate counts every row).`,
    count: rows.length,
    lines: rows
      .map(({ line }) => line)
      .sort((a, b) => a - b)
      .slice(0, 100),
  }
}

function simulatedLeftOut(count: number): Warning {
  return {
    code: 'simulated_left_out',
    message: `${count} simulated ${count === 1 ? 'vote was' : 'votes were'} left out: they are never rated with real ones (--source simulated rates them alone).`,
    count,
  }
}
