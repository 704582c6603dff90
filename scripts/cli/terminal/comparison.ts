import type { Comparison } from '../../../shared/contracts/index.ts'
import { paintOf, print, printJson, widthOf, type Terminal } from './terminal.ts'
import {
  asideWords,
  battlesTitle,
  callsWords,
  railMark,
  railWords,
  answerWords,
  boardWords,
  decisionWords,
  criterionWords,
  type ShownBattles,
} from './comparison-words.ts'
import { battleLines, headOf, itemsOf } from './battles.ts'
import { warningText, withCommas } from '../../../shared/sentence/index.ts'
import { visible } from '../../../shared/finish/lines.ts'
import { isOpen } from '../../../shared/votes/rail-state.ts'
import { paragraph, table, chance, percent, range } from '../../../shared/finish/lines.ts'
import { escaped } from '../../../shared/finish/index.ts'

interface PrintOptions {
  json: boolean
  report?: 'md' | 'junit'
  /** Whether what is not shown fails in JUnit. Else it is skipped. */
  strict?: boolean
  shown?: ShownBattles | undefined
}

export function printComparison(
  terminal: Terminal,
  comparison: Comparison,
  { json, report, strict = false, shown }: PrintOptions,
): void {
  if (json) return printJson(terminal, shown ? { ...comparison, battles: shown.list } : comparison)
  if (report === 'junit') return print(terminal, junitReport(comparison, strict))
  if (report === 'md') return print(terminal, markdownReport(comparison, shown))
  const width = widthOf(terminal)
  const [first] = comparison.contestants
  const battles = shown ? ['', battlesTitle(shown), ...battleLines(shown.list, width, first)] : []
  print(terminal, [...comparisonLines(comparison, width, paintOf(terminal)), ...battles].join('\n'))
}

/** A comparison as lines of the terminal's width. */
function comparisonLines(
  comparison: Comparison,
  width: number,
  { strong, faint }: ReturnType<typeof paintOf>,
): string[] {
  const { contestants, arena, source, warnings, guardRails } = comparison
  const calls = callsWords(comparison)
  const aside = asideWords(comparison)
  const decision = decisionWords(comparison)
  const board = boardWords(comparison)
  const rails = guardRails.map(
    (rail) => `${railMark(rail).padEnd(6)}  ${visible(railWords(rail, comparison))}`,
  )
  return [
    ...paragraph(answerWords(comparison), width).map(strong),
    '',
    ...paragraph(`${contestants[0]} against ${contestants[1]} in ${arena}, votes of ${source}`, width),
    ...table(TITLES, figureRows(comparison), { width }),
    ...paragraph(legendOf(comparison), width).map(faint),
    ...(decision === null ? [] : paragraph(decision, width)),
    ...(board === null ? [] : paragraph(board, width)),
    ...(calls === null ? [] : paragraph(calls, width)),
    ...(comparison.changed ? paragraph(comparison.changed, width) : []),
    ...(aside === null ? [] : paragraph(aside, width)),
    ...(rails.length > 0 ? ['', 'Guardrails', ...rails.flatMap((rail) => paragraph(rail, width))] : []),
    ...warnings.flatMap((warning) => paragraph(`Note: ${warningText(warning)}`, width)),
  ]
}

const TITLES = ['criterion', 'won/lost/tied', 'votes', 'win rate', 'interval', 'sign p', 'p']

/** One row per criterion, under TITLES. */
const figureRows = ({ criteria }: Comparison): string[][] =>
  criteria.map((finding) => [
    finding.criterion,
    `${finding.wins}/${finding.losses}/${finding.ties}`,
    withCommas(finding.votes),
    percent(finding.winRate),
    range(finding.interval),
    chance(finding.signTest),
    chance(finding.pHolm),
  ])

const GROUPED = { both: 'by prompt and voter', prompt: 'by prompt', voter: 'by voter', vote: '' }

const groupedAs = ({ cluster, isGrouped }: Comparison['criteria'][number]): string =>
  GROUPED[cluster].replace('prompt', isGrouped ? 'group of prompts' : 'prompt')

/** How votes are grouped, if it is the same under all criteria. */
function groupedBy(criteria: Comparison['criteria']): string {
  const [first, ...others] = new Set(criteria.map(groupedAs))
  return first && others.length === 0 ? `, clustered ${first}` : ''
}

const percentOf = (level: number): string => `${Number((100 * level).toPrecision(6))} %`

/** What the columns mean. */
function legendOf({ level, criteria, sequential }: Comparison): string {
  const holm = criteria.length > 1 ? `, with Holm's correction for ${criteria.length} criteria` : ''
  const looks = sequential ? 'at every look' : 'for one look at these votes'
  return `Interval: ${percentOf(level)}, for the win rate${groupedBy(criteria)}. p: for the win rate${holm}. Both hold ${looks}. Sign p: the exact sign test at one look; the gate does not use it.`
}

const plain = (text: string): string => escaped(text.replace(/\s+/g, ' '))

const row = (cells: readonly string[]): string => `| ${cells.map(plain).join(' | ')} |`

/** A comparison as a comment on a pull request. */
function markdownReport(comparison: Comparison, shown?: ShownBattles): string {
  const { contestants, arena, source, guardRails, warnings } = comparison
  const calls = callsWords(comparison)
  const aside = asideWords(comparison)
  const decision = decisionWords(comparison)
  const board = boardWords(comparison)
  const lines = [
    `### ${plain(`${contestants[0]} against ${contestants[1]}`)}`,
    '',
    `**${plain(answerWords(comparison))}**`,
    '',
    row(TITLES),
    `|${TITLES.map((_, i) => (i === 0 ? ' --- |' : ' ---: |')).join('')}`,
    ...figureRows(comparison).map(row),
    '',
    plain(`Arena ${arena}, votes of ${source}. ${legendOf(comparison)}`),
    ...(decision === null ? [] : ['', plain(decision)]),
    ...(board === null ? [] : ['', plain(board)]),
    ...(calls === null ? [] : ['', plain(calls)]),
    ...(comparison.changed ? ['', plain(comparison.changed)] : []),
    ...(aside === null ? [] : ['', plain(aside)]),
    ...(guardRails.length > 0 ? ['', '| guardrail | |', '| --- | --- |'] : []),
    ...guardRails.map((rail) => row([railWords(rail, comparison), railMark(rail)])),
    ...warnings.flatMap((warning) => ['', plain(`Note: ${warningText(warning)}`)]),
    ...(shown ? battlesMarkdown(shown, contestants[0]) : []),
  ]
  return lines.join('\n')
}

const battlesMarkdown = (shown: ShownBattles, first: string): string[] => [
  '',
  `<details><summary>${plain(battlesTitle(shown))}</summary>`,
  '',
  ...shown.list.battles.flatMap((battle) => [
    `- **${plain(headOf(battle))}**`,
    ...itemsOf(battle, first).map(([label, text]) => `  - ${plain(label)}: ${plain(text)}`),
  ]),
  '',
  '</details>',
]

interface Case {
  name: string
  /** Why it did not pass. */
  not?: { how: 'failure' | 'skipped'; type: string; message: string }
}

/** A comparison as a test suite: a case for each criterion and guardrail. What is not shown is skipped, or fails if it is strict. */
function junitReport(comparison: Comparison, strict: boolean): string {
  const { contestants, arena, criteria, guardRails, heldBack } = comparison
  const open = strict ? 'failure' : 'skipped'
  const cases: Case[] = [
    ...(heldBack
      ? [{ name: 'judges', not: { how: open, type: 'held_back', message: warningText(heldBack) } } as const]
      : []),
    ...criteria.map((finding): Case => {
      const name = `criterion ${finding.criterion}`
      if (finding.passes) return { name }
      const how = isOpen(finding) ? open : 'failure'
      return { name, not: { how, type: finding.because, message: criterionWords(finding, comparison) } }
    }),
    ...guardRails.map((rail): Case => {
      const name = `guardrail ${rail.rail === 'category' ? `category ${rail.category} under ${rail.criterion}` : rail.rail === 'check' ? `check ${rail.check}` : rail.rail}`
      if (rail.holds) return { name }
      return { name, not: { how: 'failure', type: 'guardrail', message: railWords(rail, comparison) } }
    }),
  ]
  const of = (how: 'failure' | 'skipped') => cases.filter(({ not }) => not?.how === how).length
  const counts = `tests="${cases.length}" failures="${of('failure')}" errors="0" skipped="${of('skipped')}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${xml(`${contestants[0]} against ${contestants[1]}`)}" ${counts}>`,
    ...cases.map(({ name, not }) => {
      const start = `    <testcase classname="${xml(`deadheat.compare.${arena}`)}" name="${xml(name)}"`
      if (!not) return `${start}/>`
      const type = not.how === 'failure' ? ` type="${not.type}"` : ''
      return `${start}><${not.how}${type} message="${xml(not.message)}"/></testcase>`
    }),
    `    <system-out>${xml(answerWords(comparison))}</system-out>`,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML cannot contain other control characters or half a character. */
const xml = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ').replace(/[&<>"]/g, (sign) => ENTITIES[sign])
