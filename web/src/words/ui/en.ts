import { count } from '../../ui/figures.ts'
/** Parts that every page uses. */
export const en = {
  failureTitles: {
    offline: 'You are offline.',
    unreachable: 'The server does not answer.',
    database_unreachable: 'The server cannot reach its database.',
  } as Record<string, string>,
  notThere: 'There is nothing at this address.',
  wentWrong: 'Something went wrong.',
  request: (id: string) => `Request ${id}`,
  again: 'Try again',
  mistyped: 'It may be mistyped, renamed or private. [All arenas]',

  copy: 'Copy',
  copyCode: 'Copy this code',
  wrap: 'Wrap',
  wrapCode: 'Wrap long lines of code',
  copied: 'Copied',
  notCopied: 'Not copied',
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
