import type { en } from './en.ts'

export const de: typeof en = {
  missing: 'Unter dieser Adresse gibt es kein entschiedenes Duell.',
  missingMore: 'Ein Duell ist zu sehen, sobald es entschieden ist. [Zur Rangliste]',
  withdrawn: 'Die Stimme zu diesem Duell wurde zurückgenommen.',
  withdrawnMore:
    'Von dem Menschen, der sie abgab, oder von einer späteren Fassung des Richters. Sie zählt nirgends. [Zur Rangliste]',
  loading: 'Das Duell wird gelesen …',
  title: (left, right) => `${left} gegen ${right}`,
  won: (winner, loser) => `${winner} hat gegen ${loser} gewonnen.`,
  tie: (left, right) => `${left} und ${right}: gleich gut.`,
  bothBad: (left, right) => `${left} und ${right}: beide schlecht.`,
  by: {
    human: 'Entschieden von einem Menschen',
    judge: (name) => `Entschieden vom Richter ${name}`,
    result: 'Entschieden durch ein bekanntes Ergebnis',
    simulated: 'Eine simulierte Stimme',
  },
  inconsistent: 'Er zog in jeder Reihenfolge eine andere Antwort vor: ein Unentschieden.',
  quarantined: 'Diese Stimme ist in Quarantäne: Keine Rangliste zählt sie.',
  criterion: (name) => `Kriterium ${name}`,
  prompt: (key, retired) => `Prompt ${key}${retired ? ' (zurückgezogen)' : ''}`,
  noPrompt: 'ohne Prompt',
  category: (name) => `Kategorie ${name}`,
  retired: 'zurückgezogen',
  copy: 'Link kopieren',
  copied: 'Kopiert',
  notCopied: 'Nicht kopiert',

  withheld: {
    in_use:
      'Über diesen Prompt wird noch abgestimmt. Wer abstimmt, darf nicht wissen, von wem welche Antwort ist; deshalb stehen Antworten und Namen hier nicht beieinander.',
    not_known: 'Die Texte dieses Duells sind hier nicht bekannt.',
  },
  readableFrom: (moment) =>
    `Über diesen Prompt wird nicht mehr abgestimmt. Die Antworten sind hier ab ${moment} zu lesen, wenn kein Paar dazu mehr offen ist.`,
  withToken: 'Wer das Admin-Token hat, kann sie schon jetzt lesen.',

  asked: 'Prompt',
  roles: { system: 'Anweisung', user: 'Frage', assistant: 'Assistent' },
  reference: 'Referenz',
  context: (n) => `Dem Prompt beigegeben (${n})`,
  answers: 'Antworten',
  found: (n) => `Was nachgeschlagen wurde (${n})`,
  turn: (n) => `Runde ${n}`,
  noAnswer: 'Diese Antwort ist hier nicht bekannt.',
  chosen: 'vorgezogen',
  sides: { left: 'Links', right: 'Rechts' },

  reason: 'Begründung',
  judged: 'Was der Richter in jeder Reihenfolge sagte',
  shownFirst: (name) => `${name} zuerst gezeigt`,
  said: {
    first: 'die erste',
    second: 'die zweite',
    tie: 'gleich gut',
    both_bad: 'beide schlecht',
    nothing: 'nichts Lesbares',
  },
  saidFor: (name, place) => `${name}, ${place}`,
  noReason: 'Keine Begründung.',
  reply: 'Die Antwort des Modells im Wortlaut',

  checks: 'Prüfungen',
  check: 'Prüfung',
  passed: 'bestanden',
  failed: 'nicht bestanden',
  notMade: 'nicht durchführbar',
  unchecked: 'nicht geprüft',
}
