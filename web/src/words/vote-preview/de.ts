import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Vorschau',
  how: 'So sehen es die Abstimmenden. Es wird nichts festgehalten, und hier kann niemand abstimmen.',
  needsToken: 'Die Vorschau braucht das Token einer Verwalterin oder eines Verwalters.',
  prompt: 'Prompt',
  promptHow: 'sein Schlüssel; leer: beliebig',
  one: 'Teilnehmer',
  other: 'Anderer Teilnehmer',
  any: 'beliebig',
  criterion: 'Kriterium',
  again: 'Anderes Paar',
  names: 'Namen zeigen',
  toArena: 'Zurück zur Arena',
  drawing: 'Ein Paar wird gezogen …',
  drawn: (prompt) => `Paar zu Prompt ${prompt}`,
}
