import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Abstimmende',
  how: 'Alle, die auf der Seite abgestimmt haben, die letzten zuerst. Übereinstimmung: wie viele gezählte Stimmen anderer zu denselben Paaren von Antworten dasselbe sagen; durch Zufall allein ist es etwa eine von zwei oder drei.',
  none: 'Noch hat niemand auf der Seite abgestimmt.',
  find: 'Kennung, Namen oder Gruppe suchen',
  nobodyFound: 'Niemand passt dazu.',
  notAll: (voters) => `Die ${voters}, die zuletzt abgestimmt haben.`,
  reason: 'Grund für das Protokoll',
  byHand: 'Von Betreibenden beiseitegelegt',
  backByHand: 'Von Betreibenden freigegeben',
  voter: 'Wer',
  group: 'Gruppe',
  votes: 'Stimmen',
  agreement: 'Übereinstimmung mit anderen',
  of: (share, votes) => `${share} von ${votes}`,
  lastVote: 'Letzte Stimme',
  state: 'Stand',
  states: { counted: 'gezählt', quarantined: 'in Quarantäne' },
  part: (votes, all) => `${votes} von ${all} in Quarantäne`,
  more: 'Mehr zeigen',
}
