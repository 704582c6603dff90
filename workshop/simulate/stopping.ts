/** Comparisons of two contestants with a known win rate, judged prompt by prompt until they are told apart. */
import { Option } from 'commander'
import { sequentialSignTest, signTest } from '../../shared/stats/numbers/distributions.ts'
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
  /** Wrong if the rule for one look is used at every look. */
  wrongAtOneLook: number
  /** The average number of prompts judged until the decision, or all. */
  judged: number
  /** The saved share of the fixed plan's calls. */
  saved: number
}

/** Run r depends only on the setting and r. */
export function simulateStopping(setting: Setting): StoppingScore[] {
  const { prompts, runs, alpha, winRate } = setting
  const looks = Object.entries(SCHEDULES).map(([schedule, at]) => ({ schedule, at: at(prompts) }))
  const sums = looks.map(() => ({ decided: 0, wrong: 0, wrongAtOneLook: 0, judged: 0 }))
  for (let run = 0; run < runs; run++) {
    const scores = drawScores(setting, run)
    // with one vote on each prompt, these are what `compare` decides by
    const atAnyLook = decidedBy(sequentialSignTest, scores, alpha)
    const atOneLook = decidedBy(signTest, scores, alpha)
    for (const [i, { at }] of looks.entries()) {
      const sum = sums[i]
      const stop = at.find((look) => atAnyLook[look - 1] !== null)
      sum.judged += stop ?? prompts
      if (stop !== undefined) {
        sum.decided++
        if (isWrong(atAnyLook[stop - 1]!, winRate)) sum.wrong++
      }
      const early = at.find((look) => atOneLook[look - 1] !== null)
      if (early !== undefined && isWrong(atOneLook[early - 1]!, winRate)) sum.wrongAtOneLook++
    }
  }
  return looks.map(({ schedule }, i) => {
    const { decided, wrong, wrongAtOneLook, judged } = sums[i]
    return {
      schedule,
      decided: decided / runs,
      wrong: wrong / runs,
      wrongAtOneLook: wrongAtOneLook / runs,
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

/** For each prompt, who is ahead by a sign test of all scores so far: true for the first contestant, null for neither. */
export function decidedBy(
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

const everyNth = (n: number, prompts: number): number[] =>
  Array.from({ length: Math.floor(prompts / n) }, (_, i) => n * (i + 1))

const WIN_RATES = [0.5, 0.55, 0.6, 0.7]

export const stopping = study({
  name: 'stopping',
  about: 'Comparisons of known win rates, stopped as `compare --sequential` is.',
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
    { head: 'wrongly by the rule for one look', of: ({ wrongAtOneLook }) => shareText(wrongAtOneLook) },
    { head: 'prompts judged', of: ({ judged }) => Math.round(judged) },
    { head: 'calls saved', of: ({ saved }) => shareText(saved) },
  ],
})

const shareText = (share: number): string => `${(100 * share).toFixed(1)} %`
