/** What files would be read as, in words, for the terminal and for whoever asks the server for text. */
import type { FileLook, FileLooks, LookedColumn } from '../../../shared/contracts/index.ts'
import { countWithNoun, joinNames, paragraph, table, visible } from '../../../shared/finish/lines.ts'
import {
  namedByVotes,
  recordsSentence,
  rowSentence,
  warningText,
  withCommas,
} from '../../../shared/sentence/index.ts'

/** @param width  the most columns of a line */
export const lookText = ({ files }: FileLooks, width: number): string =>
  files.map((file) => linesAbout(file, width).join('\n')).join('\n\n')

const KINDS: Record<NonNullable<FileLook['kind']>, string> = {
  votes: 'votes',
  answers: 'answers',
  prompts: 'prompts',
  arena: 'an arena.yaml',
}

function linesAbout(look: FileLook, width: number): string[] {
  const { name, kind, tool, format, columns, refused, warnings, doubts } = look
  const kindText =
    kind === null
      ? refused?.code === 'read_with'
        ? 'needs options'
        : 'cannot be used'
      : `${KINDS[kind]}${tool === null ? '' : `, as ${tool}`}`
  const say = (word: string, text: string) => paragraph(`${word}: ${text}`, width)
  return [
    ...paragraph(
      `${name}: ${kindText}${format.kind === 'other' && format.detail === null ? '' : ` (${writtenAs(format)})`}`,
      width,
    ),
    ...(columns.length === 0 ? [] : ['', ...columnTable(columns, width), '']),
    ...(kind === 'arena' ? ['Not read further. To check it: deadheat run FILE --dry-run'] : []),
    ...exampleLines(look, width),
    ...countLines(look, width),
    ...warnings.flatMap((warning) => say('note', warningText(warning))),
    ...doubts.flatMap((warning) => say('doubt', warningText(warning))),
    ...(doubts.length > 0 ? ['import and rate ask for --yes, or for --map and --ignore.'] : []),
    ...(refused === null ? [] : say('refused', warningText(refused))),
  ]
}

const SEPARATORS: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }

function writtenAs({ kind, detail, header = 1 }: FileLook['format']): string {
  if (kind === 'csv')
    return `CSV with ${SEPARATORS[detail!] ?? detail}${header > 1 ? `, header on line ${header}` : ''}`
  if (kind === 'other') return detail!
  if (kind === 'xml' || kind === 'yaml') return kind.toUpperCase()
  if (kind === 'jsonl') return 'JSON lines'
  return detail === null ? 'JSON' : `JSON, rows at ${detail}`
}

const MAX_COLUMNS = 60

function columnTable(columns: readonly LookedColumn[], width: number): string[] {
  const rows = columns
    .slice(0, MAX_COLUMNS)
    .map(({ samples, ...column }) => [column.name, readAs(column), samples.filter(Boolean).join(' · ')])
  const lines = table(['column', 'read as', 'first values'], rows, { width, names: 3 })
  const more = columns.length - MAX_COLUMNS
  return more > 0 ? [...lines, `and ${withCommas(more)} more columns`] : lines
}

const WHY: Record<NonNullable<LookedColumn['why']>, string> = {
  ignored: 'not read (--ignore)',
  unnamed: 'not read (no name)',
  unknown: 'not read',
  refused: '?',
}

function readAs({ part, field, contestant, why }: Omit<LookedColumn, 'samples'>): string {
  if (part === null) return WHY[why ?? 'unknown']
  if (part === 'row') return 'used'
  if (contestant !== null)
    return `${field === 'wins' ? 'wins over' : `${field === 'score' ? 'score' : part} of`} ${contestant}`
  return field === null ? part : `${part}: ${field}`
}

/** The first rows as sentences, so that a reader sees whether they are understood as they are meant. */
const exampleLines = ({ rows }: FileLook, width: number): string[] =>
  rows.flatMap((row) => paragraph(`For example: ${rowSentence(row, visible)}`, width))

const MAX_NAMES = 12

function countLines(look: FileLook, width: number): string[] {
  const { votes, answers, prompts, outcomes, records, from, to, contestants } = look
  const counts = Object.entries({ prompt: prompts, answer: answers, vote: votes })
    .filter(([, count]) => count > 0)
    .map(([noun, count]) => countWithNoun(count, noun))
  const shown = contestants.slice(0, MAX_NAMES).map(visible)
  const more = contestants.length - shown.length
  const { left, right, tie, both_bad: bothBad } = outcomes
  const counted =
    records.length > 0
      ? recordsSentence(records, visible)
      : `Left won ${left}, right ${right}, tied ${tie}, both bad ${bothBad}`
  return [
    ...(counts.length === 0 ? [] : [`${joinNames(counts)}.`]),
    ...(shown.length === 0
      ? []
      : paragraph(
          `${countWithNoun(contestants.length, 'contestant')}: ${shown.join(', ')}${more > 0 ? ` and ${withCommas(more)} more` : ''}.`,
          width,
        )),
    ...(votes === 0 ? [] : [...paragraph(`${counted}${timeSpan(from, to)}.`, width), namedByVotes(look)]),
  ]
}

const timeSpan = (from: string | null, to: string | null): string =>
  from === null || to === null ? '; no times' : `; ${from.slice(0, 16)} to ${to.slice(0, 16)} UTC`
