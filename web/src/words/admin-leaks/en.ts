/** The list of answers that name their model, for operators. */
export const en = {
  title: 'Leaks',
  how: 'Answers that name their model or its maker, and prompts that ask for it. Votes on them are kept and count on no board. Give a reason and release a false alarm: its votes count again.',
  reason: 'Reason for the log',
  where: 'Where',
  prompt: 'prompt',
  found: 'Found',
  votes: 'Votes',
  state: 'State',
  open: 'its votes do not count',
  released: 'released',
  hold: 'Hold again',
  release: (prompt: string) => `Release: leak in ${prompt}`,
  holdAgain: (prompt: string) => `Hold again: leak in ${prompt}`,
  wasReleased: (votes: string) => `Released. Counted again: ${votes}.`,
  wasHeld: (votes: string) => `Held again. No longer counted: ${votes}.`,
}
