import { counted } from '../../ui/figures.ts'
import type { en } from './en.ts'

const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} und ${names.at(-1)}`

export const de: typeof en = {
  unknown: 'nicht bekannt',

  judges: 'Richter, jeder mit Menschen verglichen',
  whereTheyDiffer: 'Wo Richter und Menschen auseinandergehen',
  judgesCaption:
    'Jeder Richter im Vergleich mit Menschen, die über dieselben Paare abgestimmt haben, ohne sein Urteil zu sehen. Balken: 95-%-Intervall. Ein durchgefallener Richter zählt nur in seiner eigenen Rangliste. Neben Stimmen von Menschen zählen nur geeichte Richter.',
  noJudges: 'Hier hat kein Richter abgestimmt.',
  judge: 'Richter',
  trust: 'Eichung',
  states: {
    calibrated: 'bestanden',
    uncalibrated: 'durchgefallen',
    not_measured: 'noch nicht gemessen',
  },
  failures: {
    agreement: 'stimmt zu selten überein',
    consistency: 'wechselt zu oft',
    undecided: 'entscheidet zu selten',
    drift: 'wurde schlechter',
    self_agreement: 'widerspricht sich',
  },
  due: 'wieder fällig',
  pairsMissing: (n: number) => `noch ${counted(n, 'Paar', 'Paare')} von Menschen nötig`,
  agreement: 'Stimmt mit Menschen überein',
  agreementFigure: 'Stimmt überein',
  agreementSaid: (share: string, n: number) =>
    `stimmt in ${share} von ${counted(n, 'Paar', 'Paaren')} überein`,
  noShared: 'kein Paar mit Stimmen von Menschen',
  ofPairs: (n: string) => `von ${n}, die beide entschieden`,
  kappaMeans: 'Cohens Kappa: Übereinstimmung über den Zufall hinaus, höchstens 1',
  inconsistent: 'Kippt mit der Reihenfolge',
  inconsistentMeans: 'Paare, bei denen sich sein Urteil ändert, wenn die Antworten die Plätze tauschen',
  first: 'Wählt die erste',
  firstMeans: 'Wie oft die zuerst gezeigte Antwort gewann; die Hälfte heißt, dass der Platz nichts ausmacht',
  longer: 'Wählt die längere',
  longerMeans: 'Wie oft die längere von zwei Antworten gewann',
  longerBeside: (own: string, people: string) => `bei gemeinsamen Paaren ${own}, Menschen ${people}`,
  failed: 'Gescheitert',
  failedMeans: 'Urteile ohne Ergebnis; sie sind keine Stimmen',
  ceilingLegend: 'wie oft Menschen untereinander übereinstimmen',
  askedLegend: 'von einem Richter verlangte Übereinstimmung',
  ceiling: (share: string, low: string, high: string, n: number) =>
    `Zwei Menschen, die über dasselbe Paar entscheiden, stimmen in ${share} von ${n} Fällen überein (${low} – ${high}): Mehr lässt sich von keinem Richter verlangen.`,
  noCeiling:
    'Noch über kein Paar haben zwei Menschen abgestimmt; wie oft Menschen übereinstimmen, ist also nicht bekannt.',
  asked: (share: string, n: number) =>
    `Verlangt wird von einem Richter: ${share}, bei mindestens ${n} Paaren.`,
  notCompared: (names: readonly string[]) =>
    `${listed(names)} ${names.length === 1 ? 'ist' : 'sind'} noch nicht mit Menschen verglichen.`,
  howToCalibrate:
    'Dieser Befehl nennt eine Adresse, unter der Menschen blind über Paare abstimmen, die Richter schon beurteilt haben. Nach ein paar Dutzend Stimmen steht hier, wie gut die Richter sind.',

  costCaption: (unit: string) =>
    `Wertung gegen ${unit}. Dick: 95-%-Intervall, jedes für sich; dünn: für alle zugleich. Gefüllte Punkte reichen an die Linie und sind vielleicht Erste; hohle nicht. Billiger heißt nicht besser.`,
  perThousand: 'US-Dollar je 1000 Antworten',
  perAnswer: 'Sekunden je Antwort',
  byCost: 'Kosten',
  byTime: 'Zeit',
  against: 'Gegen',
  plotOf: (unit: string) => `Wertungen gegen ${unit}; dieselben Zahlen stehen in der Tabelle darunter`,
  logarithmic: 'Logarithmische Achse.',
  noCost: (n: number) => `Für ${n} Teilnehmer nicht bekannt.`,
  unlabelled: (n: number) =>
    n === 1 ? 'Für 1 Punkt ist kein Platz für den Namen.' : `Für ${n} Punkte ist kein Platz für den Namen.`,
  asTable: 'Als Tabelle zeigen',
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

  checksCaption:
    'Anteil der Antworten, die bestehen, im jüngsten Durchgang jeder Prüfung, mit 95-%-Intervallen. Prüfungen ändern die Wertung nie.',
  check: 'Prüfung',
  checksOf: (check: string) => `Antworten, die „${check}“ bestehen`,
  passed: 'Bestanden',
  passedOf: (passed: string, of: string) => `${passed} von ${of}`,
  notMade: (n: number) => `${n} nicht geprüft`,
  mustPass: (share: string) => `Mindestens ${share} müssen bestehen.`,
  bar: 'verlangter Anteil',
  met: 'erfüllt',
  notMet: 'verfehlt',
  noChecks: 'Noch wurde keine Antwort geprüft.',
}
