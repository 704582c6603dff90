import type { addresses as en } from '../en/addresses.ts'

const A: Record<string, string> = {
  text: 'ein Text',
  number: 'eine Zahl',
  whole: 'eine ganze Zahl',
  yes_or_no: 'true oder false',
  list: 'eine Liste',
  mapping: 'eine Zuordnung von Schlüsseln zu Werten',
}

const sized = (of: string, count: number): string => {
  if (of === 'text') return `${count} Zeichen`
  return of === 'list' ? `${count} ${count === 1 ? 'Eintrag' : 'Einträge'}` : String(count)
}

export const addresses: typeof en = {
  moment_asked: 'muss ein Datum sein (2026-01-31) oder Datum und Uhrzeit mit Zeitzone',
  looks_asked: 'muss any oder one sein',
  source_asked: 'muss humans, judges, judge:NAME, majority, powered, all oder simulated sein',
  contestant_asked: 'muss der Name oder das Kürzel eines Teilnehmers sein',
  missing: ({ kind }) => `fehlt; hierher gehört ${A[kind]}`,
  not_of_kind: ({ kind }) => `muss ${A[kind]} sein`,
  too_small: ({ of, limit, inclusive }) =>
    of === 'number'
      ? `ist zu klein; erlaubt ist ${inclusive ? `${limit} oder mehr` : `mehr als ${limit}`}`
      : limit === 1
        ? 'ist leer; etwas hinschreiben oder weglassen'
        : `ist zu kurz; nötig sind mindestens ${sized(of, limit)}`,
  too_big: ({ of, limit, inclusive }) =>
    of === 'number'
      ? `ist zu groß; erlaubt ist ${inclusive ? `${limit} oder weniger` : `weniger als ${limit}`}`
      : `ist zu lang; erlaubt sind höchstens ${sized(of, limit)}`,
  none_of: ({ choices }) => `ist hier nicht erlaubt; zur Wahl stehen ${choices.join(', ')}`,
  missing_one_of: ({ choices }) => `fehlt; zur Wahl stehen ${choices.join(', ')}`,
}
