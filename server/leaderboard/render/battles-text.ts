/** Decided battles as text: who decided what, the beginnings of both answers, and why. */
import type { BattleList, ListedBattle, Outcome, TextsWithheld } from '../../../shared/contracts/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { countWithNoun, paragraph, visible, wrap } from '../../../shared/finish/lines.ts'
import type { BattlesRequest } from '../list-battles.ts'

const MAX_CHARACTERS = 280

/** The beginning of a text, in one line. */
function trimmed(text: string | null | undefined): string {
  const line = (text ?? '(no text known)').replace(/\s+/g, ' ').trim()
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

export const battleHeading = ({ prompt, criterion, judge, inconsistent }: ListedBattle): string =>
  [
    prompt?.key ?? 'no prompt named',
    prompt?.category,
    criterion,
    judge === null ? null : `by ${judge}`,
    inconsistent ? 'inconsistent' : null,
  ]
    .filter(Boolean)
    .join(' · ')

/**
 * What was asked and answered, who won, and why: the beginning of each text.
 * @param first  the contestant whose answer comes first; by default the one on the left
 */
export function battleItems(battle: ListedBattle, first?: string): Item[] {
  const { texts, votes } = battle
  const sides: Side[] = battle.right.name === first ? ['right', 'left'] : ['left', 'right']
  const items: Item[] = texts
    ? [
        ['asked', trimmed(texts.messages.findLast(({ role }) => role === 'user')?.content)],
        ...sides.flatMap((side) => answerItems(battle, side)),
      ]
    : [['texts', WITHHELD[battle.withheld ?? 'not_known']]]
  items.unshift(['result', outcomeWords(battle, sides)])
  if (texts?.reference) items.push(['reference', trimmed(texts.reference)])
  if (votes) {
    items.push(['humans', dividedWords(battle, votes)])
    items.push([battle.judge ?? 'decided', nameOf(battle.outcome, battle)])
  }
  return [...items, ...reasonItems(battle)]
}

function answerItems({ texts, ...battle }: ListedBattle, side: Side): Item[] {
  const { name } = battle[side]
  const { text, turns, context = [], transcript = [] } = texts?.[side] ?? {}
  const items: Item[] = [[name, trimmed(text ?? turns?.join(' / '))]]
  context.forEach((passage, i) =>
    items.push([`${name} had retrieved, ${i + 1} of ${context.length}`, trimmed(passage)]),
  )
  if (transcript.length === 0) return items
  // --json has the steps themselves
  const tools = transcript.filter(({ kind }) => kind === 'call').map(({ tool }) => tool)
  const named = tools.length > 0 ? `; tools: ${tools.join(', ')}` : ''
  return [...items, [`${name} before the answer`, trimmed(countWithNoun(transcript.length, 'step') + named)]]
}

/** The judge's reasons, for each order if both are known. */
function reasonItems(battle: ListedBattle): Item[] {
  const ofOrders = battle.requests.flatMap(({ shownFirst, said, reason }): Item[] => {
    const verdict = said === null ? 'in a ranking' : `for ${nameOf(said, battle)}`
    return reason === null ? [] : [[`${battle[shownFirst].name} shown first, ${verdict}`, trimmed(reason)]]
  })
  if (ofOrders.length > 0 || battle.reason === null) return ofOrders
  return [['reason', trimmed(battle.reason)]]
}

/** Who won against whom, and who decided it when. */
function outcomeWords(battle: ListedBattle, [first, second]: readonly Side[]): string {
  const { outcome, source, judge, castAt } = battle
  const [winner, loser] =
    outcome === 'right' ? ['right' as const, 'left' as const] : ['left' as const, 'right' as const]
  const result =
    outcome === 'left' || outcome === 'right'
      ? `${battle[winner].name} won against ${battle[loser].name}`
      : `${battle[first!].name} and ${battle[second!].name}: ${outcome === 'tie' ? 'equally good' : 'both bad'}`
  return `${result}, by ${judge === null ? DECIDED_BY[source] : `the judge ${judge}`}, ${castAt.slice(0, 10)}`
}

const DECIDED_BY: Record<ListedBattle['source'], string> = {
  human: 'a person',
  judge: 'a judge',
  result: 'a known result',
  simulated: 'a simulated vote',
  live: 'the person who wrote the prompt',
}

const nameOf = (outcome: Outcome, { left, right }: Pick<ListedBattle, Side>): string =>
  ({ left: left.name, right: right.name, tie: 'a tie', both_bad: 'both bad' })[outcome]

function dividedWords(
  battle: ListedBattle,
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
    .map(([outcome, count]) => `${nameOf(outcome, battle)} ${withCommas(count)}`)
    .join(', ')
}

/** The battles of a list as lines of this width, each with its address on the page. */
export const battleLines = ({ arena, battles }: BattleList, width: number, first?: string): string[] =>
  battles.flatMap((battle, i) => {
    const items: Item[] = [...battleItems(battle, first), ['battle', `/a/${arena}/b/${battle.id}`]]
    return [
      '',
      ...paragraph(`${i + 1}. ${battleHeading(battle)}`, width),
      ...items.flatMap(([speaker, text]) =>
        paragraph(`${speaker}: ${text}`, width - 2).map((line) => `  ${line}`),
      ),
    ]
  })

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
