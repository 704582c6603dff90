/** A comparison as people read it: a text of a width, a comment on a pull request, a test suite. */
import type { Comparison } from '../../../shared/contracts/index.ts'
import {
  visible,
  terminalStyles,
  paragraph,
  table,
  chance,
  percent,
  plainNumbers,
  range,
} from '../../../shared/finish/lines.ts'
import { escaped } from '../../../shared/finish/index.ts'
import { warningText, withCommas } from '../../../shared/sentence/index.ts'
import { boardWords } from '../../../shared/finish/words.ts'
import { isGateUndecided, railState } from '../../../shared/votes/ship-verdict.ts'
import type { Layout, Texts } from '../../platform/http/answer.ts'
import {
  judgementNotes,
  callsWords,
  guardrailStatus,
  railWords,
  answerWords,
  barsOverlapText,
  decisionWords,
  gateWords,
  criterionWords,
} from './comparison-words.ts'

export const COMPARISON_TEXTS = {
  'text/plain': comparisonText,
  'text/markdown': markdownReport,
  'application/xml': junitReport,
} satisfies Texts<Comparison>

function comparisonText(comparison: Comparison, { width, colour }: Layout): string {
  const { contestants, arena, source } = comparison
  const { strong, faint } = terminalStyles(colour)
  const rails = railRows(comparison).map(([words, mark]) => `${mark.padEnd(9)}  ${visible(words)}`)
  const paragraphs = (texts: readonly string[]) => texts.flatMap((text) => paragraph(text, width))
  return [
    ...paragraph(answerWords(comparison), width).map(strong),
    '',
    ...paragraph(`${contestants[0]} against ${contestants[1]} in ${arena}, votes of ${source}`, width),
    ...table(TITLES, figureRows(comparison), { width }),
    ...paragraph(columnLegend(comparison), width).map(faint),
    ...paragraphs(textsBelow(comparison)),
    ...(rails.length > 0 ? ['', 'Guardrails', ...paragraphs(rails)] : []),
    ...paragraphs(noteTexts(comparison)),
  ].join('\n')
}

/** What stands below the figures: what was decided when, what the board says, what judging took. */
const textsBelow = (comparison: Comparison): string[] =>
  [
    decisionWords(comparison),
    barsOverlapText(comparison),
    callsWords(comparison),
    comparison.changed ?? null,
    judgementNotes(comparison),
  ].filter((text) => text !== null)

const railRows = (comparison: Comparison): [words: string, mark: string][] =>
  comparison.guardRails.map((rail) => [railWords(rail, comparison), guardrailStatus(rail)])

const noteTexts = ({ warnings }: Comparison): string[] =>
  warnings.map((warning) => `Note: ${warningText(warning)}`)

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
  const [first, ...further] = new Set(criteria.map(groupedAs))
  return first && further.length === 0 ? `, clustered ${first}` : ''
}

/** What the columns mean. */
function columnLegend(comparison: Comparison): string {
  const { level, criteria, sequential } = comparison
  const holm = criteria.length > 1 ? `, with Holm's correction for ${criteria.length} criteria` : ''
  const { pair } = boardWords('en').margin
  return `${gateWords(comparison)} Interval: ${plainNumbers.exactPercent(level)}, for the win rate${groupedBy(criteria)}. p: for the win rate${holm}. ${pair[sequential ? 'any' : 'one']} Sign p: the exact sign test at one look; the gate does not use it.`
}

const plain = (text: string): string => escaped(text.replace(/\s+/g, ' '))

const row = (cells: readonly string[]): string => `| ${cells.map(plain).join(' | ')} |`

function markdownReport(comparison: Comparison): string {
  const { contestants, arena, source } = comparison
  const rails = railRows(comparison)
  const paragraphs = (texts: readonly string[]) => texts.flatMap((text) => ['', plain(text)])
  return [
    `### ${plain(`${contestants[0]} against ${contestants[1]}`)}`,
    '',
    `**${plain(answerWords(comparison))}**`,
    '',
    row(TITLES),
    `|${TITLES.map((_, i) => (i === 0 ? ' --- |' : ' ---: |')).join('')}`,
    ...figureRows(comparison).map(row),
    ...paragraphs([
      `Arena ${arena}, votes of ${source}. ${columnLegend(comparison)}`,
      ...textsBelow(comparison),
    ]),
    ...(rails.length > 0 ? ['', '| guardrail | |', '| --- | --- |', ...rails.map(row)] : []),
    ...paragraphs(noteTexts(comparison)),
  ].join('\n')
}

interface Case {
  name: string
  /** Why it did not pass. */
  not?: { how: 'failure' | 'skipped'; type: string; message: string }
}

/**
 * A case for each criterion and guardrail. What is not shown is skipped, or fails with `strict=1`; a guardrail with too few
 * votes to tell is skipped.
 */
function junitReport(comparison: Comparison, { parameters }: Layout): string {
  const { contestants, arena, criteria, guardRails, heldBack } = comparison
  const open = parameters['strict'] === '1' ? 'failure' : 'skipped'
  const cases: Case[] = [
    ...(heldBack
      ? [{ name: 'judges', not: { how: open, type: 'held_back', message: warningText(heldBack) } } as const]
      : []),
    ...criteria.map((finding): Case => {
      const name = `criterion ${finding.criterion}`
      if (finding.passes) return { name }
      const how = isGateUndecided(finding) ? open : 'failure'
      return { name, not: { how, type: finding.because, message: criterionWords(finding, comparison) } }
    }),
    ...guardRails.map((rail): Case => {
      const name = `guardrail ${rail.rail === 'category' ? `category ${rail.category} under ${rail.criterion}` : rail.rail === 'check' ? `check ${rail.check}` : rail.rail}`
      const state = railState(rail)
      if (rail.holds && state !== 'few') return { name }
      const how = state === 'few' ? 'skipped' : 'failure'
      return { name, not: { how, type: 'guardrail', message: railWords(rail, comparison) } }
    }),
  ]
  const countCases = (how: 'failure' | 'skipped') => cases.filter(({ not }) => not?.how === how).length
  const counts = `tests="${cases.length}" failures="${countCases('failure')}" errors="0" skipped="${countCases('skipped')}"`
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
