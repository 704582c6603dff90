/** When an arena decides, for operators. */
export const decides = {
  decide: 'Decide',
  when: { votes: 'after votes', at: 'on a date', never: 'never: open-ended' },
  votes: 'Votes',
  at: 'At',
  afterwards: 'Then',
  thens: { go_on: 'voting goes on', close: 'voting closes' },
  /** @param percent  null: not even 95 */
  shows: (percent: number | null) =>
    percent === null
      ? 'So many votes decide little: not even a contestant that beats each other 95 : 5 wins on 8 of 10 boards.'
      : `One that beats each other ${percent} : ${100 - percent} wins on 8 of 10 boards.`,
  morePrompts: 'More prompts would help, more votes would not.',
  openEnded: 'A contestant wins only if its lead holds however often somebody looks.',
  save: 'Save',
  saved: 'Saved.',
  decided: 'This arena has decided. The record stays; only what follows can be set.',
  late: 'People have voted: the board will say for good that this was changed, and a winner must hold at every look.',
  soon: 'So many votes are there: it decides at once.',
}
