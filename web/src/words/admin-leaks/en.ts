/** The list of answers that name their model, for operators. */
export const en = {
  title: 'Leaks',
  how: 'Answers that name their model or its maker, and prompts that ask for it. Votes on them are kept and count on no board. Give a reason and release a false alarm: its votes count again.',
  reason: 'Why you release it, or hold it again; kept on record',
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
  wasReleased: (votes: string) => `Released; ${votes} changed.`,
  wasHeld: (votes: string) => `Held again; ${votes} changed.`,
}
