import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Duplizieren',
  how: 'Legt eine neue Arena mit denselben Prompts, Teilnehmern, Antworten, Richtern, Prüfungen und Einstellungen an. Stimmen, Durchläufe, Einladungen und das Ende der Abstimmung kommen nicht mit, und ihr Zeitplan ist angehalten.',
  newTitle: 'Titel',
  address: 'Adresse',
  addressHow: 'a-z, 0-9 und Bindestriche',
  duplicate: 'Duplizieren',
}
