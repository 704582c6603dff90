import { counted } from '../../ui/figures.ts'
import type { en } from './en.ts'

const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} und ${names.at(-1)}`

export const de: typeof en = {
  unknown: 'nicht bekannt',

  judgesTitle: 'Wie gut die Richter sind',
  judges: 'Richter, jeder an Menschen gemessen',
  whereTheyDiffer: 'Wo Richter und Menschen auseinandergehen',
  judgesCaption:
    'Jeder Richter neben Menschen, die über dieselben Antwortpaare entschieden haben, ohne davon zu wissen. Balken: 95-%-Intervall. Richter, die durchfallen, zählen in keiner Wertung mit anderen; neben Menschen zählen nur geprüfte.',
  noJudges: 'Hier hat kein Richter abgestimmt.',
  judge: 'Richter',
  trust: 'Vertrauen',
  states: {
    calibrated: 'geprüft, stimmt überein',
    uncalibrated: 'geprüft, durchgefallen',
    not_measured: 'noch nicht geprüft',
  },
  due: 'wieder fällig',
  pairsMissing: (n: number) =>
    n === 1 ? '1 Paar, das Menschen entscheiden, fehlt' : `${n} Paare, die Menschen entscheiden, fehlen`,
  agreement: 'Stimmt mit Menschen überein',
  agreementFigure: 'Stimmt überein',
  agreementSaid: (share: string, n: number) =>
    `stimmt in ${share} von ${counted(n, 'Paar', 'Paaren')} überein`,
  noShared: 'kein Paar, über das auch Menschen entschieden haben',
  ofPairs: (n: string) => `von ${n}, die beide entschieden`,
  kappaMeans: 'Cohens Kappa: Übereinstimmung über den Zufall hinaus, höchstens 1',
  inconsistent: 'Kippt mit der Reihenfolge',
  inconsistentMeans: 'Paare, zu denen er anderes sagt, wenn die Antworten die Plätze tauschen',
  first: 'Wählt die erste',
  firstMeans: 'Wie oft die zuerst gezeigte Antwort gewann; die Hälfte, wo der Platz nichts ausmacht',
  longer: 'Wählt die längere',
  longerMeans: 'Wie oft die längere von zwei Antworten gewann',
  longerBeside: (own: string, people: string) => `bei gemeinsamen Paaren ${own}, Menschen ${people}`,
  failed: 'Gescheitert',
  failedMeans: 'Urteile, die zu keinem Ergebnis kamen und keine Stimme sind',
  ceilingLegend: 'wie weit Menschen untereinander übereinstimmen',
  askedLegend: 'was von einem Richter verlangt wird',
  ceiling: (share: string, low: string, high: string, n: number) =>
    `Zwei Menschen, die über dasselbe Paar entscheiden, stimmen in ${share} von ${n} Fällen überein (${low} – ${high}): Mehr lässt sich von keinem Richter verlangen.`,
  noCeiling:
    'Noch über kein Paar haben zwei Menschen entschieden; wie weit Menschen übereinstimmen, ist also nicht bekannt.',
  asked: (share: string, n: number) =>
    `Verlangt wird von einem Richter: ${share}, bei mindestens ${n} Paaren.`,
  howToCalibrate: (names: readonly string[]) =>
    `${listed(names)} ${names.length === 1 ? 'ist' : 'sind'} noch nicht an Menschen gemessen. Dieser Befehl nennt eine Adresse, unter der Menschen blind über Paare abstimmen, die Richter schon beurteilt haben; nach ein paar Dutzend steht hier, wie gut sie sind.`,

  costTitle: 'Was es kostet',
  costCaption: (unit: string) =>
    `Wertung gegen ${unit}. Dick: 95 % für sich allein; dünn: für alle zugleich. Gefüllte Punkte reichen an die Linie und sind vielleicht Erste; hohle nicht. Billiger sagt nichts über besser.`,
  perThousand: 'US-Dollar für 1000 Antworten',
  perAnswer: 'Sekunden für eine Antwort',
  byCost: 'Kosten',
  byTime: 'Zeit',
  against: 'Gegen',
  plotOf: (unit: string) => `Wertungen gegen ${unit}; dieselben Zahlen stehen in der Tabelle darunter`,
  logarithmic: 'Jeder Schritt der Achse ist ein Vielfaches.',
  noCost: (n: number) => `Von ${counted(n, 'Teilnehmer', 'Teilnehmern')} ist das nicht bekannt.`,
  unlabelled: (n: number) =>
    n === 1 ? 'Für 1 Punkt ist kein Platz für den Namen.' : `Für ${n} Punkte ist kein Platz für den Namen.`,
  asTable: 'Dasselbe als Tabelle',
  contestant: 'Teilnehmer',
  rating: 'Wertung',
  interval: 'Für alle zugleich',
  mayBeFirst: 'Vielleicht Erster',
  yes: 'ja',
  no: 'nein',
  dollarsHead: '$/1000',
  time: 'Zeit',
  open: 'offen',
  theLine: 'die Linie',

  checksTitle: 'Was die Prüfungen besteht',
  checksCaption:
    'Wie viele der Antworten bestehen, im jüngsten Durchgang jeder Prüfung, mit 95-%-Intervallen. Prüfungen stehen neben der Wertung und gehen nie in sie ein.',
  check: 'Prüfung',
  checksOf: (check: string) => `Antworten, die „${check}“ bestehen`,
  passed: 'Bestanden',
  passedOf: (passed: string, of: string) => `${passed} von ${of}`,
  notMade: (n: number) => `${n} nicht durchgeführt`,
  mustPass: (share: string) => `Mindestens ${share} müssen bestehen.`,
  bar: 'was bestehen muss',
  met: 'hält',
  notMet: 'hält nicht',
  noChecks: 'Noch wurde keine Antwort geprüft.',
}
