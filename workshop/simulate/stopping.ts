/** Comparisons of two contestants with a known win rate, judged prompt by prompt until they are told apart. */
import { sequentialSignTest, signTest } from '../../shared/stats/numbers/distributions.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { countOption, study } from './study.ts'

/** The prompts of the fixed plan, and the share of them without a winner. */
const PROMPTS = 400
const TIES = 0.2
const ALPHA = 0.05

interface Setting {
  /** The true win rate. A tie is half a win. */
  winRate: number
  ties: number
  prompts: number
  runs: number
  alpha: number
  seed: number
}

/** The results of all runs of one setting, with a look after every prompt, as shares of runs. */
interface StoppingScore {
  decided: number
  /** Decided for the worse contestant or, if they are equal, for either. */
  wrong: number
  /** Wrong if the rule for one look is used at every look. */
  wrongAtOneLook: number
  /** The average number of prompts judged until the decision, or all. */
  judged: number
  /** The saved share of the fixed plan's calls. */
  saved: number
}

/** Run r depends only on the setting and r. */
function simulateStopping(setting: Setting): StoppingScore {
  const { prompts, runs, alpha, winRate } = setting
  const sum = { decided: 0, wrong: 0, wrongAtOneLook: 0, judged: 0 }
  for (let run = 0; run < runs; run++) {
    const scores = drawScores(setting, run)
    // with one vote on each prompt, these are what `compare` decides by
    const atAnyLook = decidedBy(sequentialSignTest, scores, alpha)
    const stop = atAnyLook.findIndex((own) => own !== null)
    sum.judged += stop < 0 ? prompts : stop + 1
    if (stop >= 0) sum.decided++
    if (stop >= 0 && isWrong(atAnyLook[stop]!, winRate)) sum.wrong++
    const early = decidedBy(signTest, scores, alpha).find((own) => own !== null)
    if (early !== undefined && isWrong(early!, winRate)) sum.wrongAtOneLook++
  }
  return {
    decided: sum.decided / runs,
    wrong: sum.wrong / runs,
    wrongAtOneLook: sum.wrongAtOneLook / runs,
    judged: sum.judged / runs,
    saved: 1 - sum.judged / runs / prompts,
  }
}

/** 1 won, ½ tie, 0 lost, by prompt. */
function drawScores({ winRate, ties, prompts, seed }: Setting, run: number): number[] {
  const stream = new RandomStream(seed * 1000 + Math.round(100 * winRate), run)
  const wins = winRate - ties / 2
  return Array.from({ length: prompts }, () => {
    const at = stream.uniform()
    return at < wins ? 1 : at < wins + ties ? 0.5 : 0
  })
}

/** For each prompt, who is ahead by a sign test of all scores so far: true for the first contestant, null for neither. */
function decidedBy(
  chance: (wins: number, losses: number) => number,
  scores: readonly number[],
  alpha: number,
): (boolean | null)[] {
  let [wins, losses] = [0, 0]
  return scores.map((score) => {
    if (score === 1) wins++
    else if (score === 0) losses++
    return chance(wins, losses) <= alpha ? wins > losses : null
  })
}

const isWrong = (own: boolean, winRate: number): boolean => winRate === 0.5 || own !== winRate > 0.5

const WIN_RATES = [0.5, 0.55, 0.6, 0.7]

export const stopping = study({
  name: 'stopping',
  about: 'Comparisons of known win rates, stopped as `compare --sequential` is.',
  options: [countOption('runs', 'comparisons of each win rate', 2000)],
  worlds: () => WIN_RATES,
  titleOf: (winRate) => `${Math.round(100 * winRate)} %`,
  score: (winRate, setting: Pick<Setting, 'runs' | 'seed'>) =>
    simulateStopping({ ...setting, winRate, prompts: PROMPTS, ties: TIES, alpha: ALPHA }),
  columns: [
    { head: 'true win rate', of: ({ world }) => `${Math.round(100 * world)} %` },
    { head: 'decided', of: ({ score }) => shareText(score.decided) },
    { head: 'wrongly', of: ({ score }) => shareText(score.wrong) },
    { head: 'wrongly by the rule for one look', of: ({ score }) => shareText(score.wrongAtOneLook) },
    { head: 'prompts judged', of: ({ score }) => Math.round(score.judged) },
    { head: 'calls saved', of: ({ score }) => shareText(score.saved) },
  ],
})

const shareText = (share: number): string => `${(100 * share).toFixed(1)} %`
