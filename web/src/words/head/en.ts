/** Titles and descriptions of pages for other sites, and the words for readers without JavaScript. */
export const en = {
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
