import type { FileLook, LookedRow } from '../contracts/admin-arenas.ts'
import { withCommas } from './count.ts'

/** A row of a file as a sentence: "on "Refund …", w3 preferred Warm-v3 to Baseline." @param displayName  makes a name visible */
export function rowSentence(row: LookedRow, displayName: (name: string) => string = (name) => name): string {
  const on = row.prompt === null ? '' : `on "${row.prompt}", `
  if (row.what === 'prompt') return `the prompt "${row.prompt}".`
  if (row.what === 'answer') return `${on}${displayName(row.contestant)} answered "${row.text}".`
  const { voter, by, left, right, outcome } = row
  const chooser =
    voter === null ? WHO[by] : by === 'judges' ? `the judge ${displayName(voter)}` : displayName(voter)
  const [first, second] = (outcome === 'right' ? [right, left] : [left, right]).map(displayName)
  if (outcome === 'tie') return `${on}${chooser} found ${first} and ${second} equal.`
  if (outcome === 'both_bad') return `${on}${chooser} found both ${first} and ${second} bad.`
  return `${on}${chooser} preferred ${first} to ${second}.`
}

/** How often each contestant of a file won and lost: "A won 8, lost 10, tied 2; B won 10, lost 8, tied 2", without a full stop. */
export function recordsSentence(
  records: FileLook['records'],
  displayName: (name: string) => string = (name) => name,
): string {
  const shown = records
    .slice(0, MAX_RECORDS)
    .map(({ contestant, won, lost, tied, bothBad }) =>
      [
        `${displayName(contestant)} won ${withCommas(won)}`,
        `lost ${withCommas(lost)}`,
        ...(tied > 0 ? [`tied ${withCommas(tied)}`] : []),
        ...(bothBad > 0 ? [`both bad ${withCommas(bothBad)}`] : []),
      ].join(', '),
    )
  const more = records.length - shown.length
  return `${shown.join('; ')}${more > 0 ? `; and ${withCommas(more)} more` : ''}`
}
const MAX_RECORDS = 12

/** How many people and prompts the votes of a file name: whom a board of them speaks for. */
export function namedByVotes({ people, promptsNamed }: Pick<FileLook, 'people' | 'promptsNamed'>): string {
  const named = (count: number, singular: string, plural: string) =>
    count === 0 ? `no ${singular}` : `${withCommas(count)} ${count === 1 ? singular : plural}`
  return `The votes name ${named(people, 'person', 'people')} and ${named(promptsNamed, 'prompt', 'prompts')}.`
}

const WHO: Record<Extract<LookedRow, { what: 'vote' }>['by'], string> = {
  people: 'a person',
  judges: 'a judge',
  results: 'a result',
  simulated: 'a simulated voter',
}
