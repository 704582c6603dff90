import type { ImportResult } from '../../../server/transfer/index.ts'
import type { Warning } from '../../../shared/contracts/index.ts'
import { warningText, withCommas } from '../../../shared/sentence/index.ts'
import { visible, contentCounts, countWithNoun, joinNames } from '../../../shared/finish/lines.ts'
import { englishText, msg } from '../../../shared/messages/index.ts'
import { printNote, print, printJson, type Terminal } from './terminal.ts'

interface ReportOptions {
  warnings: readonly Warning[]
  /** The address of the board. */
  board: string
  /** When its links work, as a sentence; null if the server runs. */
  aboutServer: string | null
  /** Whether the files or an option say the arena's title. */
  hasTitle: boolean
}

/** Prints the result of an import, with warnings and links. */
export function reportImport(
  terminal: Terminal,
  result: ImportResult & { tool: string | null },
  { warnings, board, aboutServer, hasTitle }: ReportOptions,
): void {
  if (terminal.json)
    return printJson(terminal, { ...result, board, vote: result.votable ? `${board}/vote` : null, warnings })
  if (result.tool !== null) printNote(terminal, englishText(msg('read_as', { tool: result.tool })))
  for (const warning of warnings) printNote(terminal, `warning: ${warningText(warning)}`)
  for (const warning of importWarnings(result)) printNote(terminal, `warning: ${warning}`)
  const lines = [
    summary(result),
    ...namesIn(result),
    ...(result.created && !result.dryRun && !hasTitle ? ['No title yet: --title "…" sets one.'] : []),
    ...(result.dryRun ? [] : links(board, result.votable, aboutServer)),
  ]
  print(terminal, lines.join('\n'))
}

/** What an archive brought, in the same form. */
export function archiveSummary(
  slug: string,
  { contestants = 0, prompts = 0, answers = 0, votes = 0 }: Readonly<Record<string, number>>,
): string {
  const parts = contentCounts({ contestants, prompts, answers, votes })
  return `Created arena ${slug} from its archive: ${parts.join(', ')}.`
}

function summary(result: ImportResult): string {
  const { arena, created, dryRun, contestants, prompts, votesAlreadyThere, votesRepeated } = result
  const { contestantsAdded, promptsAdded, answersAdded, votesAdded } = result
  const did = created ? ['Created', 'Would create'] : ['Added to', 'Would add to']
  const notes = [
    ...(votesAlreadyThere > 0 ? [`${votesAlreadyThere} already existed`] : []),
    ...(votesRepeated > 0 ? [`${votesRepeated} repeat others of these files`] : []),
  ]
  const existingNote = notes.length > 0 ? ` (${notes.join(', ')})` : ''
  const added = contentCounts({
    contestants: contestantsAdded,
    prompts: promptsAdded,
    answers: answersAdded,
    votes: votesAdded,
  })
  const total = created
    ? ''
    : ` It ${dryRun ? 'would have' : 'has'} ${countWithNoun(contestants, 'contestant')} and ${countWithNoun(prompts, 'prompt')}.`
  return `${did[dryRun ? 1 : 0]} arena ${arena}: ${added.join(', ')}${existingNote}.${total}`
}

const MAX_NAMES = 12

/** The contestants of the files, so that a column taken for one is seen at once. */
function namesIn({ contestantsNamed: names }: ImportResult): string[] {
  if (names.length === 0) return []
  const more = names.length > MAX_NAMES ? ` and ${withCommas(names.length - MAX_NAMES)} more` : ''
  return [`Contestants: ${names.slice(0, MAX_NAMES).map(visible).join(', ')}${more}.`]
}

export function links(board: string, isVotable: boolean, aboutServer: string | null): string[] {
  const vote = isVotable ? [`Vote:  ${board}/vote`] : []
  return [...vote, `Board: ${board}`, ...(aboutServer === null ? [] : [aboutServer])]
}

/** Warnings about an import that is valid but may be a mistake. */
function importWarnings(result: ImportResult): string[] {
  const { created, contestants, contestantsAdded, promptsWithoutText } = result
  const warnings = importNotes(result)
  if (!created && contestantsAdded > contestants / 2)
    warnings.push(
      `most contestants of this arena are new in this file. Is it the right arena? --dry-run prints what an import would add.`,
    )
  if (promptsWithoutText > 0)
    warnings.push(
      `${countWithNoun(promptsWithoutText, 'answered prompt')} without a text, so nobody can vote on ${promptsWithoutText === 1 ? 'it' : 'them'}. Import the texts with --prompts.`,
    )
  return warnings
}

/** Notes on what an arena.yaml no longer names but the arena still has, and on retired and restored prompts. */
export function importNotes(
  result: Pick<ImportResult, 'contestantsNotNamed' | 'promptsRetired' | 'promptsRestored'>,
): string[] {
  const { contestantsNotNamed: names, promptsRetired: retired } = result
  const { promptsRestored: restored } = result
  const notes = notNamedNotes(names)
  if (retired.length > 0) {
    const [are, them] = wordsFor(retired)
    notes.push(
      `${prompts(retired)} ${are} no longer in the file and therefore retired. ${retired.length === 1 ? 'It keeps its' : 'They keep their'} votes but ${retired.length === 1 ? 'is' : 'are'} no longer shown or judged. After half an hour, anyone who can open the arena can read who answered what to ${them}. To restore ${them}, put ${them} back into the file.`,
    )
  }
  if (restored.length > 0)
    notes.push(`${prompts(restored)} ${wordsFor(restored)[0]} back in the file and in use again.`)
  return notes
}

/** A note on contestants that an arena.yaml no longer names; none if it names all. */
function notNamedNotes(names: readonly string[]): string[] {
  if (names.length === 0) return []
  const [are, them] = wordsFor(names)
  return [
    `${joinNames(names)} ${are} no longer in the file but still in the arena, with all votes. Retire ${them} to stop showing and judging ${them}.`,
  ]
}

const wordsFor = (some: readonly string[]): [string, string] =>
  some.length === 1 ? ['is', 'it'] : ['are', 'them']

const MAX_NAMED = 5

function prompts(keys: readonly string[]): string {
  const named = keys.slice(0, MAX_NAMED).map((key) => `"${key}"`)
  const more = keys.length > MAX_NAMED ? [`${keys.length - MAX_NAMED} more`] : []
  return `prompt${keys.length === 1 ? '' : 's'} ${joinNames([...named, ...more])}`
}
