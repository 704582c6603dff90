import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Verratene Antworten',
  how: 'Antworten, die ihr Modell oder dessen Hersteller nennen, und Prompts, die danach fragen. Stimmen dazu bleiben erhalten und zählen in keiner Rangliste. Einen Fehlalarm mit einem Grund freigeben: Dann zählen seine Stimmen wieder.',
  reason: 'Grund für das Protokoll',
  where: 'Wo',
  prompt: 'Prompt',
  found: 'Gefunden',
  votes: 'Stimmen',
  state: 'Stand',
  open: 'seine Stimmen zählen nicht',
  released: 'freigegeben',
  hold: 'Wieder zurückhalten',
  release: (prompt) => `Freigeben: Fund in ${prompt}`,
  holdAgain: (prompt) => `Wieder zurückhalten: Fund in ${prompt}`,
  wasReleased: (votes) => `Freigegeben. Wieder gezählt: ${votes}.`,
  wasHeld: (votes) => `Wieder zurückgehalten. Nicht mehr gezählt: ${votes}.`,
}
