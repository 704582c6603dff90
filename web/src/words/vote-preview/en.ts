/** What voters would see, for operators. */
export const en = {
  title: 'Preview',
  how: 'This is what voters see. Nothing is recorded, and nobody can vote here.',
  needsToken: 'The preview needs the token of an operator.',
  prompt: 'Prompt',
  promptHow: 'its key; empty: any',
  one: 'Contestant',
  other: 'Other contestant',
  any: 'any',
  criterion: 'Criterion',
  again: 'Another pair',
  names: 'Show names',
  toArena: 'Back to the arena',
  drawing: 'Drawing a pair …',
  drawn: (prompt: string) => `Pair on prompt ${prompt}`,
}
