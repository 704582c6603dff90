import type { ProblemCode } from '../../../../shared/contracts/problem.ts'

/** The frame of every page. */
export const site = {
  skip: 'Skip to the content',
  language: 'Language',
  admin: 'Admin',
  notLoaded: 'This page could not be loaded.',
  serverGone: 'The server cannot be reached, or it was updated.',
  loadAgain: 'Load again',
}

/** Titles and descriptions of pages for other sites, and the words for readers without JavaScript. */
export const head = {
  siteIs: 'A leaderboard that declares no winner the votes do not support.',
  vote: (arena: string) => `Vote · ${arena}`,
  voteIs: (arena: string) =>
    `Read two answers without knowing whose they are, and say which is better: ${arena}.`,
  board: (arena: string) => `the board of ${arena}`,
  simulated: (result: string) => `Simulated votes, not people’s: ${result}`,
  needsScript: 'This page needs JavaScript.',
  voteNeedsScript: 'Voting needs JavaScript.',
  readInstead: 'Without it you can read ',
  readText: 'Every board can also be read as plain text: add .txt or .md to its address.',
  boardWithoutScript: 'Without JavaScript this board does not update, and rows cannot be selected.',
}

/** How long ago something was. */
export const figures = {
  justNow: 'just now',
  seconds: (n: number) => `${n} s ago`,
  minutes: (n: number) => `${n} min ago`,
  hours: (n: number) => `${n} h ago`,
  on: (day: string) => `on ${day}`,
}

/** What went wrong, by the problem's code, if the server's message has no text in this language. Null: the server's English is used. */
export type FailureText = string | null | ((detail: string) => string)

/** Why a request failed: an error code of the server, no connection, or a response that is no problem document. */
export type FailureCode = ProblemCode | 'offline' | 'unreachable' | 'unexpected'

export const failures: Partial<Record<FailureCode, FailureText>> = {
  offline: 'You are offline.',
  unreachable: 'The server cannot be reached.',
  unexpected: (status) => `The server answered ${status}.`,
  not_found: null,
  run_unknown: null,
  challenge_under_way: null,
  too_many_requests: null,
  internal: null,
  database_unreachable: null,
}
