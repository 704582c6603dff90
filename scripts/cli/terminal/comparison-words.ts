/** The words of a comparison, the same in terminal, Markdown and JUnit. */
import type {
  Comparison,
  CriterionFinding,
  GuardRail,
  Example,
  ExampleKind,
} from '../../../shared/contracts/index.ts'
import { listed, twoDigits, warningText, withCommas } from '../../../shared/sentence/index.ts'
import {
  railState,
  type RailState,
  votesBeyondReach,
  type Shortage,
} from '../../../shared/votes/rail-state.ts'
import { chance, counted, paragraph, percent } from './lines.ts'

/** The verdict in one paragraph. */
export function verdictWords(comparison: Comparison): string {
  const { contestants, verdict, criteria, guardRails, heldBack } = comparison
  if (heldBack) return `Held back: ${warningText(heldBack)}`
  const [firstName, secondName] = contestants
  const broken = guardRails.filter(({ holds }) => !holds)
  if (verdict === 'ship')
    return `Ship ${firstName}: it passes the ${gateWords(comparison)} against ${secondName}${allRailsWords(guardRails.map((rail) => railState(rail)))}.`
  if (verdict === 'do_not_ship') {
    const reasons = [
      ...criteria
        .filter((one) => one.verdict === 'do_not_ship')
        .map((one) => criterionWords(one, comparison)),
      ...broken.map((rail) => railWords(rail, comparison)),
    ]
    return `Do not ship ${firstName}: ${reasons.join('; ')}.`
  }
  const open = criteria.filter((one) => one.verdict === 'not_decided_yet')
  const isBeyondReach = open.some((one) => votesBeyondReach(one) !== null)
  const more = isBeyondReach
    ? 'it takes more than the prompts and judges of this arena'
    : moreWords(comparison.moreVotes)
  return `Not decided yet: ${more}. ${open.map((one) => criterionWords(one, comparison)).join('; ')}.`
}

const allRailsWords = (states: readonly RailState[]): string =>
  states.length === 0
    ? ''
    : states.every((state) => state === 'holds')
      ? ', and every guardrail holds'
      : ', and no guardrail is broken'

function moreWords(more: number | null): string {
  if (more === null) return 'twenty times as many votes like these would not decide it'
  return `about ${more < 100 ? more : twoDigits(more)} more ${more === 1 ? 'vote' : 'votes'}`
}

function gateWords({ gate }: Comparison): string {
  const significance = gate.alpha === null ? 'no significance required' : `alpha ${gate.alpha}`
  const votes = gate.minVotes === 1 ? '' : ` ${withCommas(gate.minVotes)} votes,`
  return `${gate.preset} gate (win rate ${percent(gate.minWinRate)},${votes} ${significance})`
}

/** The reason for the verdict on a criterion, and what is missing if judges cannot decide it. */
export function criterionWords(finding: CriterionFinding, comparison: Comparison): string {
  const shortage = votesBeyondReach(finding)
  const reason = reasonWords(finding, comparison)
  return shortage ? `${reason}; ${shortageWords(shortage, finding)}` : reason
}

function shortageWords(
  { prompts, judges, mostVotes, neededVotes, morePrompts }: Shortage,
  { because }: CriterionFinding,
): string {
  const there = `${counted(prompts, 'prompt')} and ${counted(judges, 'judge')} give at most ${counted(mostVotes, 'vote')}`
  const add = `add ${because === 'too_few_votes' ? '' : 'about '}${counted(morePrompts, 'prompt')}`
  return because === 'too_few_votes'
    ? `${there}: ${add} or judges, or lower --min-votes`
    : `${there}, and about ${counted(neededVotes, 'vote')} would be significant: ${add}`
}

function reasonWords(
  { criterion, because, votes, winRate, pHolm, minVotes }: CriterionFinding,
  { gate, contestants, sequential }: Comparison,
): string {
  const rate = `${criterion}: a win rate of ${percent(winRate)}`
  if (because === 'passed') return `${rate} over ${withCommas(votes)} votes passes`
  if (because === 'too_few_votes')
    return `${rate} over ${withCommas(votes)} votes, of ${withCommas(minVotes)} required`
  if (because === 'lost') return `${rate} is significantly in favour of ${contestants[1]}`
  if (because === 'win_rate_too_low') return `${rate} is below the required ${percent(gate.minWinRate)}`
  return `${rate} is not significant${sequential ? ' yet' : ''} (p ${chance(pHolm)})`
}

/** What is known of a guardrail, in one word. */
export const railMark = (rail: GuardRail): string =>
  ({ holds: 'holds', behind: 'open', few: 'open', broken: 'BROKEN' })[railState(rail)]

/** The result of a guardrail. */
export function railWords(rail: GuardRail, comparison: Comparison): string {
  const { contestants } = comparison
  if (rail.rail === 'category') {
    const { category, criterion, winRate, votes, pHolm } = rail
    return `category ${category}: ${percent(winRate)} over ${withCommas(votes)} votes under ${criterion}${
      {
        holds: '',
        behind: ', behind, but not significantly',
        few: ', too few votes to say anything',
        broken: `, lost significantly (p ${chance(pHolm)})`,
      }[railState(rail)]
    }`
  }
  const [own, other] = contestants
  if (rail.rail === 'check')
    return `check ${rail.check}: passed by ${rail.passed[0]} answers of ${own} and ${rail.passed[1]} of ${other}, of ${rail.prompts}`
  const { means, ratio, maxRatio, prompts } = rail
  const unit = rail.rail === 'cost' ? 'USD' : 'ms'
  const figures = listed(means.map((mean) => `${Number(mean.toPrecision(3))} ${unit}`))
  const times = ratio === null ? 'infinitely more' : `${Number(ratio.toPrecision(3))} times as much`
  return `${rail.rail}: ${figures} an answer over ${prompts} prompts, ${times}; at most ${maxRatio} times`
}

/** Judgements beside the votes: inconsistent ones, and failed ones. */
export function asideWords({ criteria }: Comparison): string | null {
  const sum = (of: 'inconsistent' | 'failed') => criteria.reduce((total, one) => total + one[of], 0)
  const asideParts = [
    sum('inconsistent') > 0 &&
      `${withCommas(sum('inconsistent'))} of the ties ${sum('inconsistent') === 1 ? 'is' : 'are'} inconsistent: the judge chose a different answer in each order`,
    sum('failed') > 0 &&
      `${counted(sum('failed'), 'judgement')} failed and ${sum('failed') === 1 ? 'is not a vote' : 'are not votes'}`,
  ].filter((words) => words !== false)
  return asideParts.length > 0 ? `${asideParts.join('; ')}.` : null
}

const STOPPED = {
  decided: 'the result is decided',
  everything_judged: 'everything in the plan is judged',
  budget_reached: 'the budget is spent; the same command with a higher --budget resumes',
  paused: 'judging was paused; the same command resumes',
  cancelled: 'judging was cancelled',
}

/** The calls that judging in batches took, if there was any. */
export function callsWords({ calls, stopped }: Comparison): string | null {
  if (!calls || !stopped) return null
  const { made, planned, saved } = calls
  return `Judging stopped: ${STOPPED[stopped]}. ${withCommas(made)} of ${withCommas(planned)} calls to judges made, ${withCommas(saved)} ${stopped === 'decided' ? 'saved against the fixed plan' : 'not made'}.`
}

/** The most examples to print; --json has all. */
export const MOST_EXAMPLES = 20
const MOST_CHARACTERS = 280
const ONE = { losses: 'loss', wins: 'win', ties: 'tie' } as const

/** The beginning of a text, in one line. */
function trimmed(text: string | null): string {
  const line = (text ?? '(no text known)').replace(/\s+/g, ' ').trim()
  const letters = [...line]
  return letters.length > MOST_CHARACTERS ? `${letters.slice(0, MOST_CHARACTERS - 1).join('')}…` : line
}

export function exampleTitle(kind: ExampleKind, examples: readonly Example[]): string {
  if (examples.length === 0) return `No ${kind}.`
  const shown = Math.min(MOST_EXAMPLES, examples.length)
  return `${withCommas(examples.length)} ${examples.length === 1 ? ONE[kind] : kind}${shown < examples.length ? `; the first ${shown} are shown, --json has all` : ''}`
}

export const headOf = ({ prompt, criterion, category, judge, inconsistent }: Example): string =>
  [
    prompt ?? 'no prompt named',
    category,
    criterion,
    judge === null ? null : `by ${judge}`,
    inconsistent ? 'inconsistent' : null,
  ]
    .filter(Boolean)
    .join(' · ')

type Item = [label: string, text: string]

/** What was asked and answered, and why it was judged so: the beginning of each text. */
export const itemsOf = (example: Example, names: readonly [string, string]): Item[] => [
  ['asked', trimmed(example.question)],
  ...([0, 1] as const).flatMap((side): Item[] => [
    [names[side], trimmed(example.answers[side])],
    ...passagesIn(example, side, names[side]),
    ...stepsIn(example, side, names[side]),
  ]),
  ...reasonsIn(example, names),
]

/** The passages that an answer had retrieved, each with its number. */
const passagesIn = ({ contexts }: Example, side: 0 | 1, name: string): Item[] =>
  (contexts[side] ?? []).map((passage, i, { length }) => [
    `${name} had retrieved, ${i + 1} of ${length}`,
    trimmed(passage),
  ])

/** How many steps an agent took before its answer, and the tools it called; --json has the steps themselves. */
function stepsIn({ transcripts }: Example, side: 0 | 1, name: string): Item[] {
  const steps = transcripts[side] ?? []
  const tools = steps.filter(({ kind }) => kind === 'call').map(({ tool }) => tool)
  if (steps.length === 0) return []
  const count = counted(steps.length, 'step')
  return [
    [
      `${name} before the answer`,
      trimmed(tools.length === 0 ? count : `${count}; tools: ${tools.join(', ')}`),
    ],
  ]
}

/** The judge's reasons, for each order if both are known. */
function reasonsIn({ reason, orders }: Example, names: readonly [string, string]): Item[] {
  const reasonsByOrder = orders.flatMap(({ first, said, reason: why }): Item[] =>
    why === null
      ? []
      : [[`${names[first === 'own' ? 0 : 1]} shown first, ${saidWords(said, names)}`, trimmed(why)]],
  )
  return reasonsByOrder.length > 0 ? reasonsByOrder : reason === null ? [] : [['reason', trimmed(reason)]]
}

function saidWords(said: Example['said'] | null, [own, other]: readonly [string, string]): string {
  if (said === null) return 'in a ranking'
  if (said === 'tie' || said === 'both_bad') return said === 'tie' ? 'a tie' : 'both bad'
  return `for ${said === 'own' ? own : other}`
}

export function exampleLines(
  kind: ExampleKind,
  examples: readonly Example[],
  names: readonly [string, string],
  { arena, width }: { arena: string; width: number },
): string[] {
  const lines = [exampleTitle(kind, examples)]
  for (const example of examples.slice(0, MOST_EXAMPLES)) {
    const { battle } = example
    const items = itemsOf(example, names)
    if (battle !== null) items.push(['battle', `/a/${arena}/b/${battle}`])
    lines.push('', ...paragraph(headOf(example), width))
    for (const [who, text] of items)
      lines.push(...paragraph(`${who}: ${text}`, width - 2).map((line) => `  ${line}`))
  }
  return lines
}
