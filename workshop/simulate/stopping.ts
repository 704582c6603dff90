/**
 * Comparisons of two contestants with a known win rate, judged prompt by prompt and stopped by a confidence
 * sequence.
 */
import { Option } from 'commander'
import { confidenceSequence } from '../../shared/stats/looks/watched-mean.ts'
import { normalQuantile } from '../../shared/stats/numbers/distributions.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { numberThat, wholeNumber } from '../../scripts/cli/terminal/options.ts'
import { countOption, study } from './study.ts'

/** The prompts after which somebody looks, for a given number of prompts. */
export const SCHEDULES: Record<string, (prompts: number) => number[]> = {
  'every prompt': (prompts) => everyNth(1, prompts),
  'every 5': (prompts) => everyNth(5, prompts),
  'every 25': (prompts) => everyNth(25, prompts),
  'ten, then half as many again': (prompts) => {
    const looks: number[] = []
    for (let at = 10; at < prompts; at = Math.ceil(1.5 * at)) looks.push(at)
    return [...looks, prompts]
  },
}

interface Setting {
  /** The true win rate. A tie is half a win. */
  winRate: number
  /** The share of prompts without a winner. */
  ties: number
  /** The number of prompts of the fixed plan. */
  prompts: number
  runs: number
  alpha: number
  seed: number
}

/** The results of all runs of one setting under one schedule, as shares of runs. */
interface StoppingScore {
  schedule: string
  decided: number
  /** Decided for the worse contestant or, if they are equal, for either. */
  wrong: number
  /**
   * Runs in which the interval for a single look, used at every look, separated equals or named the worse
   * contestant.
   */
  wrongByInterval: number
  /** The average number of prompts judged until the decision, or all. */
  judged: number
  /** The saved share of the fixed plan's calls. */
  saved: number
}

/** Run r depends only on the setting and r. */
export function simulateStopping(setting: Setting): StoppingScore[] {
  const { prompts, runs, alpha, winRate } = setting
  const looks = Object.entries(SCHEDULES).map(([schedule, at]) => ({ schedule, at: at(prompts) }))
  const sums = looks.map(() => ({ decided: 0, wrong: 0, wrongByInterval: 0, judged: 0 }))
  for (let run = 0; run < runs; run++) {
    const scores = drawScores(setting, run)
    const sequence = firstOut(scores, alpha)
    const intervals = outAtSingleLooks(scores, alpha)
    for (const [i, { at }] of looks.entries()) {
      const sum = sums[i]
      // an excluded mean stays excluded, so the first look after it sees the decision
      const stop = sequence && at.find((look) => look >= sequence.at)
      sum.judged += stop ?? prompts
      if (stop !== undefined && stop !== null) {
        sum.decided++
        if (isWrong(sequence!.isFirst, winRate)) sum.wrong++
      }
      const out = at.map((look) => intervals[look - 1]).find((own) => own !== null)
      if (out !== undefined && isWrong(out, winRate)) sum.wrongByInterval++
    }
  }
  return looks.map(({ schedule }, i) => {
    const { decided, wrong, wrongByInterval, judged } = sums[i]
    return {
      schedule,
      decided: decided / runs,
      wrong: wrong / runs,
      wrongByInterval: wrongByInterval / runs,
      judged: judged / runs,
      saved: 1 - judged / runs / prompts,
    }
  })
}

/** 1 won, ½ tie, 0 lost, by prompt. */
export function drawScores({ winRate, ties, prompts, seed }: Setting, run: number): number[] {
  const stream = new RandomStream(seed * 1000 + Math.round(100 * winRate), run)
  const wins = winRate - ties / 2
  return Array.from({ length: prompts }, () => {
    const at = stream.uniform()
    return at < wins ? 1 : at < wins + ties ? 0.5 : 0
  })
}

/** The number of prompts after which ½ is excluded, and whether the first contestant leads. Null: never. */
function firstOut(scores: readonly number[], alpha: number): { at: number; isFirst: boolean } | null {
  const sequence = confidenceSequence(alpha)
  for (const [i, score] of scores.entries()) {
    sequence.add(score)
    const left = sequence.interval()
    if (left && (left[0] > 0.5 || left[1] < 0.5)) return { at: i + 1, isFirst: left[0] > 0.5 }
  }
  return null
}

/** For each prompt, whom a normal interval of the mean favours by excluding ½: true for the first contestant. */
function outAtSingleLooks(scores: readonly number[], alpha: number): (boolean | null)[] {
  const times = normalQuantile(alpha / 2)
  let sum = 0
  let squares = 0
  return scores.map((score, i) => {
    sum += score
    squares += score * score
    const n = i + 1
    const mean = sum / n
    const error = Math.sqrt(Math.max(0, squares / n - mean * mean) / Math.max(1, n - 1))
    // a few equal scores have no standard error
    if (n < 10 || Math.abs(mean - 0.5) <= times * error) return null
    return mean > 0.5
  })
}

const isWrong = (own: boolean, winRate: number): boolean => winRate === 0.5 || own !== winRate > 0.5

const everyNth = (n: number, prompts: number): number[] =>
  Array.from({ length: Math.floor(prompts / n) }, (_, i) => n * (i + 1))

const WIN_RATES = [0.5, 0.55, 0.6, 0.7]

export const stopping = study({
  name: 'stopping',
  about: 'Comparisons of known win rates, stopped by a confidence sequence as `compare --sequential` is.',
  options: [
    countOption('runs', 'comparisons of each win rate', 2000),
    new Option('--prompts <n>', 'prompts of the fixed plan').argParser(wholeNumber(1, 100_000)).default(400),
    new Option('--ties <share>', 'prompts without a winner')
      .argParser(numberThat('a share from 0 to 0.6', (value) => value >= 0 && value <= 0.6))
      .default(0.2),
    new Option('--alpha <share>', 'false decisions allowed')
      .argParser(numberThat('a number between 0 and 1', (value) => value > 0 && value < 1))
      .default(0.05),
  ],
  worlds: () => WIN_RATES,
  titleOf: (winRate) => `${Math.round(100 * winRate)} %`,
  score: (winRate, setting: Omit<Setting, 'winRate'>) => simulateStopping({ ...setting, winRate }),
  linesOf: (winRate, scores) => scores.map((score) => ({ winRate, ...score })),
  columns: [
    { head: 'true win rate', of: ({ winRate }) => `${Math.round(100 * winRate)} %` },
    { head: 'looks', of: ({ schedule }) => schedule, isText: true },
    { head: 'decided', of: ({ decided }) => shareText(decided) },
    { head: 'wrongly', of: ({ wrong }) => shareText(wrong) },
    { head: 'wrongly by the interval for one look', of: ({ wrongByInterval }) => shareText(wrongByInterval) },
    { head: 'prompts judged', of: ({ judged }) => Math.round(judged) },
    { head: 'calls saved', of: ({ saved }) => shareText(saved) },
  ],
})

const shareText = (share: number): string => `${(100 * share).toFixed(1)} %`
