import type { Catalogue } from '../render.ts'
import { inQuotes, namesClause } from './phrases.ts'

/** What is wrong with the bars in the address of a comparison. */
export const forms = {
  no_share: ({ given }) => `${inQuotes(given)} ist kein Anteil von 0 bis 1; 55 % sind 0.55`,
  no_count: ({ given }) =>
    `${inQuotes(given)} ist keine Anzahl von Stimmen; nötig ist eine ganze Zahl ab 1, etwa 400`,
  no_alpha: ({ given }) => `${inQuotes(given)} liegt nicht zwischen 0,000000001 und 1; 5 % sind 0.05`,
  no_ratio: ({ given }) =>
    `${inQuotes(given)} ist kein Verhältnis; nötig ist eine Zahl über 0, etwa 1.2 für ein Fünftel mehr`,
  unknown_key: ({ near }) => `unbekannter Schlüssel${near ? `; ${namesClause(near)}` : ''}`,
} satisfies Partial<Catalogue>
