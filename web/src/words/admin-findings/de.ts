import { counted } from '../../ui/figures.ts'
import type { en } from './en.ts'

export const de: typeof en = {
  found: 'Auffällig',
  noAnswers: 'keine Antworten',
  unanswered: (n) => `${counted(n, 'Prompt', 'Prompts')} ohne Antwort`,
  leaks: (n) => `${counted(n, 'Antwort nennt', 'Antworten nennen')} ein Modell`,
  leaksOrAsks: (n) => `${counted(n, 'Leck', 'Lecks')}: Ein Modell wird genannt oder erfragt`,
  alike: 'alle Antworten sind gleich',
  oneAnswered: 'nur ein Teilnehmer hat geantwortet',
  notVotable: 'nichts zum Abstimmen',
  findContestant: 'Suche nach Name oder Modell',
  findArena: 'Suche nach Titel oder Adresse',
  findEntry: 'Suche in den Angaben',
  act: 'Was getan wurde',
  anyAct: 'alles',
  shown: (shown, all) => `${shown} von ${all} zu sehen`,
  nothing: 'Dazu passt nichts.',
  more: 'Mehr zeigen',
}
