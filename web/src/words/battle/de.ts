import type * as en from './en.ts'
import { count, counted } from '../../ui/figures.ts'

export const battle: typeof en.battle = {
  missing: 'Unter dieser Adresse gibt es kein entschiedenes Duell.',
  missingMore: 'Ein Duell ist zu sehen, sobald es entschieden ist. [Zur Rangliste]',
  withdrawn: 'Die Stimme zu diesem Duell wurde zurückgenommen.',
  withdrawnMore:
    'Wer sie abgab, nahm sie zurück, oder eine spätere Fassung des Richters ersetzte sie. Sie zählt nicht. [Zur Rangliste]',
  loading: 'Das Duell wird geladen …',
  title: (left, right) => `${left} gegen ${right}`,
  won: (winner, loser) => `${winner} hat gegen ${loser} gewonnen.`,
  tie: (left, right) => `${left} und ${right}: gleich gut.`,
  bothBad: (left, right) => `${left} und ${right}: beide schlecht.`,
  by: {
    human: 'Entschieden von einem Menschen',
    judge: (name) => `Entschieden vom Richter ${name}`,
    result: 'Entschieden durch ein bekanntes Ergebnis',
    simulated: 'Eine simulierte Stimme',
    live: 'Entschieden von dem Menschen, der den Prompt geschrieben hat',
  },
  inconsistent: 'Er zog in jeder Reihenfolge eine andere Antwort vor; das zählt als Unentschieden.',
  leaked:
    'Verraten: Eine Antwort nennt ihr Modell oder dessen Hersteller, oder der Prompt fragt danach. Diese Stimme zählt in keiner Rangliste.',
  injected: (name, found) =>
    `Die Antwort von ${name} spricht einen Richter an: „${found}“. Die Stimme zählt trotzdem.`,
  quarantined: 'Diese Stimme ist in Quarantäne: Sie zählt in keiner Rangliste.',
  criterion: (name) => `Kriterium ${name}`,
  prompt: (key, retired) => `Prompt ${key}${retired ? ' (zurückgezogen)' : ''}`,
  noPrompt: 'ohne Prompt',
  category: (name) => `Kategorie ${name}`,

  withheld: {
    in_use:
      'Über diesen Prompt wird noch abgestimmt. Wer abstimmt, darf nicht wissen, von wem welche Antwort ist; deshalb sind Namen und Antworten hier nicht zusammen zu sehen.',
    of_visitor:
      'Diesen Prompt hat jemand beim Besuch geschrieben, deshalb ist er hier sonst für niemanden zu lesen.',
    not_known: 'Dieser Server hat die Texte dieses Duells nicht.',
  },
  ownPrompt:
    'Diesen Prompt hast du geschrieben, deshalb sind die Antworten hier wieder zu lesen. Andere sehen sie nicht.',
  ownVote:
    'Diese Stimme kommt aus diesem Browser, deshalb sind ihre Texte hier wieder zu lesen. Andere sehen sie nicht, solange über den Prompt abgestimmt wird.',
  readableFrom: (moment) =>
    `Über diesen Prompt wird nicht mehr abgestimmt. Die Antworten sind hier ab ${moment} zu lesen, wenn kein offenes Paar ihn mehr verwendet.`,
  withToken: 'Mit dem Admin-Token sind sie schon jetzt zu lesen.',

  roles: { system: 'Anweisung', user: 'Frage', assistant: 'Assistent' },
  context: (n) => `Kontext des Prompts (${n})`,
  found: (n) => `Abgerufener Kontext (${n})`,
  turn: (n) => `Runde ${n}`,
  noAnswer: 'Der Text dieser Antwort ist nicht bekannt.',
  sample: (n) => `Antwort ${n}`,
  chosen: 'vorgezogen',
  sides: { left: 'Links', right: 'Rechts' },

  reason: 'Begründung',
  judged: 'Das Urteil des Richters in jeder Reihenfolge',
  shownFirst: (name) => `${name} zuerst gezeigt`,
  said: {
    first: 'die erste',
    second: 'die zweite',
    tie: 'gleich gut',
    both_bad: 'beide schlecht',
    nothing: 'kein lesbares Urteil',
  },
  saidFor: (name, place) => `${name}, ${place}`,
  noReason: 'Keine Begründung.',
  reply: 'Die Antwort des Modells im Wortlaut',

  check: 'Prüfung',
  passed: 'bestanden',
  failed: 'nicht bestanden',
  notMade: 'nicht durchführbar',
  unchecked: 'nicht geprüft',
}

export const disagreements: typeof en.disagreements = {
  heading: 'Wo Richter und Menschen auseinandergehen',
  loading: 'Die Stimmen werden geladen …',
  onSet: 'zu Prompts der Arena',
  onLive: 'zu eigenen Prompts von Besuchern',
  noJudge: 'Diese Arena hat keinen Richter.',
  noJudgeMore:
    'Widersprüche erscheinen, sobald ein Richter und Menschen dieselben Paare entschieden haben. [Zur Rangliste]',
  judgeMissing: (name) => `In dieser Arena hat kein Richter „${name}“ abgestimmt.`,
  differ: (n, judge) => `Menschen und ${judge} gehen bei ${counted(n, 'Paar', 'Paaren')} auseinander.`,
  agree: (judge) => `Menschen und ${judge} gehen bei keinem Paar auseinander, das beide entschieden haben.`,
  agreement: (share, low, high, hits, n) =>
    `Wo beide eine Antwort vorzogen, über alle Kriterien, war es in ${share} dieselbe (${count(hits)} von ${count(n)}; 95-%-Intervall ${low} bis ${high}).`,
  order: 'Entgegengesetzte Sieger zuerst, die klarste Mehrheit gegen den Richter oben.',
  opposite: 'entgegengesetzt',
  people: 'Menschen',
  theJudge: 'Der Richter',
  counts: (name, n) => `${name}: ${count(n)}`,
  bothBad: 'beide schlecht',
  ties: (n) => `${count(n)} unentschieden`,
  bothBads: (n) => `${count(n)} beide schlecht`,
  inconsistent: 'in jeder Reihenfolge eine andere Antwort',
  against: (left, right) => `${left} gegen ${right}`,
  prompt: (key) => `Zu Prompt ${key}`,
  withheld:
    'Antworten und Begründungen sind bei Prompts zu sehen, über die nicht mehr abgestimmt wird. Mit dem Admin-Token sind alle zu lesen.',
  reasons: 'Menschen schrieben',
}
