/** Decided battles as text: who decided what, the beginnings of both answers, and why. */
import type {
  BattleList,
  DecidedBattle,
  ListedBattle,
  Outcome,
  TextsWithheld,
} from '../../../shared/contracts/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { longDay } from '../../../shared/finish/headline.ts'
import { countWithNoun, paragraph, visible, wrap } from '../../../shared/finish/lines.ts'
import type { Layout } from '../../platform/http/answer.ts'
import type { BattlesRequest } from '../list-battles.ts'

const MAX_CHARACTERS = 280

/** A text in one line. */
const wholeText = (text: string | null | undefined): string =>
  (text ?? '(no text known)').replace(/\s+/g, ' ').trim()

/** The beginning of a text, in one line. */
function trimmed(text: string | null | undefined): string {
  const line = wholeText(text)
  const letters = [...line]
  return letters.length > MAX_CHARACTERS ? `${letters.slice(0, MAX_CHARACTERS - 1).join('')}…` : line
}

/** Why no texts are listed. */
const WITHHELD: Record<TextsWithheld, string> = {
  in_use: 'withheld, since people still vote on this prompt',
  just_retired: 'withheld until no open pair uses this prompt',
  of_visitor: 'withheld, since a visitor wrote this prompt',
  not_known: 'not on this server',
}

type Side = 'left' | 'right'
type Item = [label: string, text: string]

type ShownBattle = Omit<ListedBattle, 'votes'> & Partial<Pick<ListedBattle, 'votes'>>

export const battleHeading = ({ prompt, criterion, judge, inconsistent }: ShownBattle): string =>
  [
    prompt?.key ?? 'no prompt named',
    prompt?.category,
    criterion,
    judge === null ? null : `by ${judge}`,
    inconsistent ? 'inconsistent' : null,
  ]
    .filter(Boolean)
    .join(' · ')

interface ItemOptions {
  /** The contestant whose answer comes first; by default the one on the left. */
  first?: string | undefined
  /** How much of each text is shown; by default its beginning. */
  shorten?: typeof trimmed
}

/** What was asked and answered, who won, and why. */
export function battleItems(battle: ShownBattle, { first, shorten = trimmed }: ItemOptions = {}): Item[] {
  const { texts, votes } = battle
  const sides: Side[] = battle.right.name === first ? ['right', 'left'] : ['left', 'right']
  const items: Item[] = texts
    ? [
        ['asked', shorten(texts.messages.findLast(({ role }) => role === 'user')?.content)],
        ...sides.flatMap((side) => answerItems(battle, side, shorten)),
      ]
    : [['texts', WITHHELD[battle.withheld ?? 'not_known']]]
  items.unshift(['result', outcomeWords(battle, sides)])
  if (texts?.reference) items.push(['reference', shorten(texts.reference)])
  if (votes) {
    items.push(['humans', dividedWords(battle, votes)])
    items.push([battle.judge ?? 'decided', outcomeName(battle.outcome, battle)])
  }
  return [...items, ...reasonItems(battle, shorten)]
}

function answerItems({ texts, ...battle }: ShownBattle, side: Side, shorten: typeof trimmed): Item[] {
  const { name } = battle[side]
  const { text, turns, context = [], transcript = [] } = texts?.[side] ?? {}
  const items: Item[] = [[name, shorten(text ?? turns?.join(' / '))]]
  context.forEach((passage, i) =>
    items.push([`${name} had retrieved, ${i + 1} of ${context.length}`, shorten(passage)]),
  )
  if (transcript.length === 0) return items
  // --json has the steps themselves
  const tools = transcript.filter(({ kind }) => kind === 'call').map(({ tool }) => tool)
  const named = tools.length > 0 ? `; tools: ${tools.join(', ')}` : ''
  return [...items, [`${name} before the answer`, shorten(countWithNoun(transcript.length, 'step') + named)]]
}

/** The judge's reasons, for each order if both are known. */
function reasonItems(battle: ShownBattle, shorten: typeof trimmed): Item[] {
  const ofOrders = battle.requests.flatMap(({ shownFirst, said, reason }): Item[] => {
    const verdict = said === null ? 'in a ranking' : `for ${outcomeName(said, battle)}`
    return reason === null ? [] : [[`${battle[shownFirst].name} shown first, ${verdict}`, shorten(reason)]]
  })
  if (ofOrders.length > 0 || battle.reason === null) return ofOrders
  return [['reason', shorten(battle.reason)]]
}

/** Who won against whom, and who decided it when. */
function outcomeWords(battle: ShownBattle, [first, second]: readonly Side[]): string {
  const { outcome, source, judge, castAt } = battle
  const [winner, loser] =
    outcome === 'right' ? ['right' as const, 'left' as const] : ['left' as const, 'right' as const]
  const result =
    outcome === 'left' || outcome === 'right'
      ? `${battle[winner].name} won against ${battle[loser].name}`
      : `${battle[first!].name} and ${battle[second!].name}: ${outcome === 'tie' ? 'equally good' : 'both bad'}`
  return `${result}, by ${judge === null ? DECIDED_BY[source] : `the judge ${judge}`}, ${longDay(castAt, 'en')}`
}

const DECIDED_BY: Record<ListedBattle['source'], string> = {
  human: 'a person',
  judge: 'a judge',
  result: 'a known result',
  simulated: 'a simulated vote',
  live: 'the person who wrote the prompt',
}

const outcomeName = (outcome: Outcome, { left, right }: Pick<ListedBattle, Side>): string =>
  ({ left: left.name, right: right.name, tie: 'a tie', both_bad: 'both bad' })[outcome]

function dividedWords(
  battle: ShownBattle,
  { left, right, tie, bothBad }: NonNullable<ListedBattle['votes']>,
) {
  const verdicts = [
    ['left', left],
    ['right', right],
    ['tie', tie],
    ['both_bad', bothBad],
  ] as const
  return verdicts
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${outcomeName(outcome, battle)} ${withCommas(count)}`)
    .join(', ')
}

/** The battles of a list as lines of this width, each with its address on the page. */
export const battleLines = ({ arena, battles }: BattleList, width: number, first?: string): string[] =>
  battles.flatMap((battle, i) => {
    const items: Item[] = [...battleItems(battle, { first }), ['battle', `/a/${arena}/b/${battle.id}`]]
    return [
      '',
      ...paragraph(`${i + 1}. ${battleHeading(battle)}`, width),
      ...items.flatMap(([speaker, text]) =>
        paragraph(`${speaker}: ${text}`, width - 2).map((line) => `  ${line}`),
      ),
    ]
  })

/** One battle with its whole texts, and what its checks and the quarantine say. */
export function battleText(battle: DecidedBattle, { width }: Layout): string {
  const { left, right, quarantined, leaked, checks, textsPublicFrom, withheld } = battle
  const items = battleItems(battle, { shorten: wholeText })
  if (withheld === 'just_retired' && textsPublicFrom)
    items.push(['texts shown from', `${longDay(textsPublicFrom, 'en')} ${textsPublicFrom.slice(11, 16)} UTC`])
  if (quarantined)
    items.push(['quarantine', `no board counts this vote${leaked ? ', since a text names a model' : ''}`])
  for (const { name, ...sides } of checks)
    items.push([
      `check ${name}`,
      (['left', 'right'] as const)
        .map((side) => `${battle[side].name} ${checkWords(sides[side])}`)
        .join(', '),
    ])
  return [
    ...paragraph(`${left.name} against ${right.name}`, width),
    ...paragraph(battleHeading(battle), width),
    ...items.flatMap(([label, text]) => wrap(visible(`${label}: ${text}`), width, '  ')),
  ].join('\n')
}

const checkWords = (finding: DecidedBattle['checks'][number]['left']): string =>
  finding === null || finding.passed === null ? 'not checked' : finding.passed ? 'passed' : 'failed'

/** A list of battles with what was asked for as its title. */
export function battlesText(list: BattleList, { show, judge }: BattlesRequest, width: number): string {
  const { arena, total, battles } = list
  const portion =
    battles.length < total
      ? `, of which the ${show === 'disagreement' ? 'worst' : 'first'} ${battles.length}`
      : ''
  if (show !== 'disagreement' || !judge)
    return [`${countWithNoun(total, 'battle')} of ${arena}${portion}`, ...battleLines(list, width)].join('\n')
  if (total === 0) return `Humans and ${visible(judge)} disagree on no pair of ${arena} that both voted on.`
  const title = `Humans and ${visible(judge)} disagree on ${countWithNoun(total, 'pair')} of ${arena}${portion}:`
  return [...wrap(title, width, '  '), ...battleLines(list, width)].join('\n')
}
