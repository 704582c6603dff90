/** Pairs on which a judge and most humans differ, as text for the terminal. */
import { visible, wrap } from '../../../server/leaderboard/render/columns.ts'
import type { Disagreement, Disagreements, Outcome } from '../../../shared/contracts/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { labelled } from './labelled-lines.ts'

/** How many characters of a text are shown: enough to recognise it. */
const SHOWN = 600

/** The list, with names and the beginnings of texts: for operators only. */
export function disagreementsText(report: Disagreements, width: number): string {
  const { judge, arena, total, disagreements } = report
  if (total === 0) return `Humans and ${visible(judge)} disagree on no pair of ${arena} that both voted on.`
  const pairs = total === 1 ? '1 pair' : `${withCommas(total)} pairs`
  const shown = disagreements.length < total ? `, of which the worst ${disagreements.length}` : ''
  return [
    ...wrap(`Humans and ${visible(judge)} disagree on ${pairs} of ${arena}${shown}:`, width, '  '),
    ...disagreements.flatMap((one, i) => ['', ...block(one, i + 1, width)]),
  ].join('\n')
}

function block(disagreement: Disagreement, number: number, width: number): string[] {
  const { criterion, prompt, left, right, judge, humans } = disagreement
  const name = (outcome: Outcome) => nameOf(outcome, disagreement)
  const head = [`${number}. prompt ${prompt.id}`, prompt.category, criterion].filter((part) => part !== null)
  const rows: [string, string | null][] = [
    ...(prompt.messages ?? []).map(({ role, content }) => [role, content] as [string, string]),
    ['reference', prompt.reference],
    [left.contestant, answerText(left)],
    [right.contestant, answerText(right)],
    ['humans', humansSaid(disagreement)],
    ...humans.reasons.map((reason) => ['', `“${reason}”`] as [string, string]),
    [
      'judge',
      name(judge.outcome) + (judge.inconsistent ? ', inconsistent: a different answer in each order' : ''),
    ],
    ...(judge.showings.length > 0
      ? judge.showings.map(
          ({ shownFirst, said, reason }) =>
            [
              `${disagreement[shownFirst].contestant} first`,
              `${said === null ? 'a ranking' : name(said)}${reason === null ? '' : `: ${reason}`}`,
            ] as [string, string],
        )
      : [['its reason', judge.reason] as [string, string | null]]),
  ]
  return [
    ...wrap(visible(head.join(' · ')), width, '  '),
    ...rows.flatMap(([label, text]) => (text === null ? [] : labelled(label, cut(text), width))),
  ]
}

function humansSaid({ left, right, humans }: Disagreement): string {
  const verdicts = [
    [left.contestant, humans.left],
    [right.contestant, humans.right],
    ['tie', humans.tie],
    ['both bad', humans.bothBad],
  ] as const
  return verdicts
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what} ${withCommas(count)}`)
    .join(', ')
}

const nameOf = (outcome: Outcome, { left, right }: Disagreement): string =>
  ({ left: left.contestant, right: right.contestant, tie: 'tie', both_bad: 'both bad' })[outcome]

const answerText = ({ text, turns }: Disagreement['left']): string =>
  text ?? turns?.join(' / ') ?? '(the vote was imported without its text)'

function cut(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  const characters = [...line]
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : line
}
