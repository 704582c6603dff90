/** Archiving an arena, for operators. */
export const en = {
  title: 'Archive',
  how: 'Board and battles stay readable at their addresses. The front page no longer lists the arena, and it takes no votes, runs, imports or links. You can undo this at any time.',
  archive: 'Archive the arena',
  unarchive: 'Use the arena again',
  rests: 'Not while the arena is archived. [Use it again]',
  note: (moment: string) => `Archived on ${moment}. The arena takes no votes, runs, imports or links.`,
}
