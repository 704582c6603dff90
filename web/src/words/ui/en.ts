import { count } from '../../ui/figures.ts'
import type { Differences } from '../../../../shared/contracts/reports.ts'

/** Parts that every page uses. */
export const ui = {
  failureTitles: {
    offline: 'You are offline.',
    unreachable: 'The server does not answer.',
    database_unreachable: 'The server cannot reach its database.',
    board_computing: 'The board is being computed. It will appear here.',
  } as Record<string, string>,
  notThere: 'There is nothing at this address.',
  wentWrong: 'Something went wrong.',
  request: (id: string) => `Request ${id}`,
  mistyped: 'It may be mistyped, renamed or private. [All arenas]',

  copy: 'Copy',
  copyCode: 'Copy this code',
  wrap: 'Wrap',
  wrapCode: 'Wrap long lines of code',
  copied: 'Copied',
  notCopied: 'Not copied',
  copyLink: 'Copy the link',
  picture: (words: string) => `[picture: ${words}]`,
  enlarge: (words: string) => `Enlarge the picture: ${words}`,
  reduce: (words: string) => `Close the picture: ${words}`,
  notLoaded: (words: string) => `[picture, which could not be loaded: ${words}]`,
  undescribed: 'no description',

  shown: (from: number, to: number, of: number) => `${count(from)} to ${count(to)} of ${count(of)}`,
  earlier: 'Earlier',
  later: 'Later',
  pages: 'Pages of the list',
}

/** The button that copies a link. */
export type Unit = NonNullable<Differences['expect']>['unit']

const ON: Record<Unit, string> = {
  prompt: 'On new prompts',
  group: 'On new groups of prompts',
  voter: 'With new voters',
  vote: 'In new votes',
  both: 'On new prompts with new voters',
}

/** The rating to expect of the highest rated contestant on new data. */
export const expectedRating = {
  expectedRating: (unit: Unit, rated: string, expected: string, low: string, high: string) =>
    `${ON[unit]}, expect about ${expected}, not ${rated} (95\u00a0%: ${low} to ${high}): the highest rated was also lucky.`,
  expectedRatingOf: (
    name: string,
    criterion: string | null,
    unit: Unit,
    rated: string,
    expected: string,
    low: string,
    high: string,
  ) =>
    `${name} is rated highest on the board${criterion === null ? '' : ` under the criterion ${criterion}`}. ${ON[unit]}, expect about ${expected}, not ${rated} (95\u00a0%: ${low} to ${high}): the highest rated was also lucky.`,
}
