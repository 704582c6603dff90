import type { en, Unit } from './en.ts'

const ON: Record<Unit, string> = {
  prompt: 'Auf neuen Prompts',
  voter: 'Bei neuen Abstimmenden',
  vote: 'In neuen Stimmen',
  both: 'Auf neuen Prompts mit neuen Abstimmenden',
}

export const de: typeof en = {
  expectedRating: (unit: Unit, rated: string, expected: string, low: string, high: string) =>
    `${ON[unit]} ist eine Wertung von etwa ${expected} statt ${rated} zu erwarten (95\u00a0%: ${low} bis ${high}), denn wer vorn liegt, hatte auch Glück.`,
  expectedRatingOf: (name, criterion, unit, rated, expected, low, high) =>
    `${name} hat die höchste Wertung der Rangliste${criterion === null ? '' : ` unter dem Kriterium ${criterion}`}. ${ON[unit]} sind etwa ${expected} statt ${rated} zu erwarten (95\u00a0%: ${low} bis ${high}), denn wer vorn liegt, hatte auch Glück.`,
}
