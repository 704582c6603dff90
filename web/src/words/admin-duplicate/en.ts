/** Making a new arena of another, for operators. */
export const en = {
  title: 'Duplicate',
  how: 'Makes a new arena with the same prompts, contestants, answers, judges, checks and settings. Votes, runs, invitations and the end of voting stay behind, and its schedule is paused.',
  newTitle: 'Title',
  address: 'Address',
  addressHow: 'a-z, 0-9 and hyphens',
  duplicate: 'Duplicate',
}
