import { count, counted, plural } from '../../ui/figures.ts'
import type * as en from './en.ts'

const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} und ${names.at(-1)}`

export const panels: typeof en.panels = {
  unknown: 'nicht bekannt',

  judges: 'Richter, jeder mit Menschen verglichen',
  whereTheyDiffer: 'Wo Richter und Menschen auseinandergehen',
  judgesCaption:
    'Jeder Richter im Vergleich mit Menschen, die über dieselben Paare abgestimmt haben, ohne sein Urteil zu sehen. Neben Menschen zählen nur Richter, die bestanden haben.',
  noJudges: 'Hier hat kein Richter abgestimmt.',
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
  onLive: (share, n) => `zu eigenen Prompts von Besuchern ${share} von ${n}`,
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
    `Wertung gegen ${unit}. Gefüllte Punkte sind vielleicht Erste, hohle nicht. Billiger heißt nicht besser.`,
  perThousand: 'US-Dollar je 1000 Antworten',
  perAnswer: 'Sekunden je Antwort',
  byCost: 'Kosten',
  byTime: 'Zeit',
  plotOf: (unit: string) => `Wertungen gegen ${unit}; dieselben Zahlen stehen in der Tabelle darunter`,
  logarithmic: 'Logarithmische Achse.',
  noCost: (n: number) => `Für ${n} Teilnehmer nicht bekannt.`,
  unlabelled: (n: number) =>
    n === 1 ? 'Für 1 Punkt ist kein Platz für den Namen.' : `Für ${n} Punkte ist kein Platz für den Namen.`,
  asTable: 'Als Tabelle zeigen',
  interval: 'Für alle zugleich',
  mayBeFirst: 'Vielleicht Erster',
  dollarsHead: '$/1000',
  time: 'Zeit',
  theLine: 'die Linie',

  checksCaption:
    'Anteil der Antworten, die bestehen, im jüngsten Durchgang jeder Prüfung, mit 95-%-Intervallen. Prüfungen ändern die Wertung nie.',
  checksOf: (check: string) => `Antworten, die „${check}“ bestehen`,
  passed: 'Bestanden',
  passedOf: (passed: string, of: string) => `${passed} von ${of}`,
  notMade: (n: number) => `${n} nicht geprüft`,
  mustPass: (share: string) => `Mindestens ${share} müssen bestehen.`,
  met: 'erfüllt',
  notMet: 'verfehlt',
  noChecks: 'Noch wurde keine Antwort geprüft.',
}

export const reports: typeof en.reports = {
  tooLarge: 'Ranglisten mit mehr als 300 Teilnehmern oder 500.000 Stimmen haben keine solchen Berichte.',
  none: 'In dieser Ansicht gibt es keine Stimmen.',

  few: 'Wie wenige Stimmen entscheiden',
  model: 'Erklärt eine Stärke die Stimmen?',
  lacks: (p: string) =>
    `Eine Stärke je Teilnehmer erklärt diese Stimmen nicht (p = ${p}). Die Paare darunter zeigen, wo die Reihenfolge trügen kann.`,
  cycles: (n: number) =>
    `${n === 1 ? 'Ein Kreis' : `${count(n)} Kreise`} aus drei Teilnehmern, von denen jeder den nächsten signifikant schlägt.`,
  pairs: 'Die Paare, die die Wertungen am schlechtesten erklären',
  pair: 'Paar',
  over: 'gegen',
  expected: 'Erwartet',

  position: 'Links oder rechts',
  left: (share: string, range: string) =>
    `Von zwei gleich guten Antworten gewinnt die linke ${share} (95\u00a0%: ${range}).`,
  noSide: 'Das schließt 50\u00a0% ein, also zeigen die Stimmen keine Wirkung der Seite.',
  someSide: 'Das schließt 50\u00a0% aus: Die Seite beeinflusst diese Stimmen.',
  noPosition: 'Es gibt zu wenige Stimmen von Menschen, oder sie können keine Wirkung der Seite zeigen.',

  answers: 'Andere Antworten desselben Teilnehmers',
  changes: (share: string, range: string) =>
    `Andere Antworten desselben Teilnehmers auf einen Prompt ändern den Ausgang von ${share} (${range}) der Stimmen.`,
  noChange: 'Das schließt 0\u00a0% ein, also wurde keine Wirkung gefunden.',
  unknownChange: {
    few_prompts:
      'Zurückgehalten: Weniger als zehn Prompts haben Stimmen zu gleichen und zu verschiedenen Antworten.',
    few_votes:
      'Zurückgehalten: Prompts mit Stimmen zu gleichen und zu verschiedenen Antworten haben weniger als 50 Stimmen.',
    no_spread:
      'Zurückgehalten: Diese Stimmen zeigen keinen Unterschied zwischen Prompts, also folgt kein Intervall.',
  },
}

export const style: typeof en.style = {
  title: 'Länge und Markdown der Antworten',
  caption: (votes: number, left: number) =>
    `Aus ${counted(votes, 'Stimme', 'Stimmen')}, deren beide Antworten bekannt sind${left > 0 ? `; ${count(left)} ausgelassen` : ''}. Eine bessere Antwort kann länger sein, weil sie mehr sagt.`,
  withheld: {
    no_texts: 'Keine Angabe: Die Texte dieser Antworten sind nicht bekannt.',
    few_texts:
      'Keine Angabe: Zu weniger als der Hälfte dieser Stimmen sind die Texte beider Antworten bekannt.',
    few_votes:
      'Keine Angabe: Dafür braucht es 50 Stimmen und Prompts oder Abstimmende, die wie 10 gleich große zählen.',
    too_long: 'Keine Angabe: Die Antworten dieser Arena haben zusammen mehr als 200 Millionen Zeichen.',
    no_estimate:
      'Keine Angabe: Der Stil unterscheidet sich in diesen Stimmen nie, entscheidet jede Stimme oder lässt sich nicht von den Teilnehmern trennen.',
    extrapolates:
      'Keine Angabe: Diese Teilnehmer trafen sich kaum je mit Antworten gleichen Stils; eine Wertung bei gleichem Stil wäre geraten.',
  },

  effect: {
    more: {
      length: 'Längere Antworten gewinnen öfter:',
      headers: 'Antworten mit mehr Überschriften gewinnen öfter:',
      lists: 'Antworten mit mehr Listenpunkten gewinnen öfter:',
      bold: 'Antworten mit mehr Fettdruck gewinnen öfter:',
    },
    less: {
      length: 'Längere Antworten gewinnen seltener:',
      headers: 'Antworten mit mehr Überschriften gewinnen seltener:',
      lists: 'Antworten mit mehr Listenpunkten gewinnen seltener:',
      bold: 'Antworten mit mehr Fettdruck gewinnen seltener:',
    },
    none: {
      length: 'Keine Wirkung der Länge gefunden:',
      headers: 'Keine Wirkung von Überschriften gefunden:',
      lists: 'Keine Wirkung von Listenpunkten gefunden:',
      bold: 'Keine Wirkung von Fettdruck gefunden:',
    },
  },
  twice: (feature: en.Feature, share: string, range: string) =>
    `Von zwei gleich guten gewinnt die Antwort ${TWICE[feature]} ${share} (95\u00a0%: ${range}).`,
  neverDiffers: (features: en.Feature[]) =>
    `In diesen Stimmen nie verschieden: ${features.map((one) => NAMED[one]).join(', ')}.`,
}

const TWICE: Record<en.Feature, string> = {
  length: 'von doppelter Länge',
  headers: 'mit doppelt so vielen Überschriften',
  lists: 'mit doppelt so vielen Listenpunkten',
  bold: 'mit doppelt so viel Fettdruck',
}
const NAMED: Record<en.Feature, string> = {
  length: 'Länge',
  headers: 'Überschriften',
  lists: 'Listenpunkte',
  bold: 'Fettdruck',
}

export const digest: typeof en.digest = {
  digest: 'Prüfwert des Tages',
  newest: (day, votes) => `${day}, ${counted(votes, 'Stimme', 'Stimmen')}: [Prüfwert]`,
  none: 'Noch keiner. Der erste entsteht nach dem Ende des ersten Tages mit Stimmen (UTC).',
  copy: 'Den Prüfwert dieses Tages kopieren',
  how: 'Ab und zu notieren, wo der Betreiber ihn nicht ändern kann. Mit einem notierten Prüfwert findet verify Stimmen, die danach geändert wurden. [Alle Prüfwerte]',
}

export const ingredients: typeof en.ingredients = {
  caption: (votes) =>
    `Wertungspunkte, die eine Zutat bringt, wenn alles andere gleich ist; die Balken gelten zusammen zu 95\u00a0%. Berührt einer die 0, ist kein Unterschied gefunden. Aus ${counted(votes, 'Stimme', 'Stimmen')}.`,
  ingredient: 'Zutat',
  compared: 'Verglichen',
  effect: 'Was zu tun ist',
  plot: 'Wertungspunkte',
  rest: 'Was die Zutaten nicht erklären',
  restPlot: 'Punkte mehr, als die Zutaten sagen',
  said: (points, low, high) => `${points} Punkte, 95\u00a0%: ${low} bis ${high}`,
  none: 'nicht bekannt',
}

export const pairs: typeof en.pairs = {
  pairs: (records) =>
    `Prozent der entschiedenen Stimmen, die die Zeile gewann${records ? '; darunter gewonnen–verloren–unentschieden' : ''}.`,
  triangle: 'Jedes Feld: der Name am Ende der Zeile gegen den am Kopf der Spalte. Punkt: offen.',
  tinted: (known) =>
    known === 0
      ? 'Keine Reihenfolge ist bekannt, also ist keines getönt.'
      : `Getönt: ${counted(known, 'Paar', 'Paare')} mit bekannter Reihenfolge; dunkler, wo die Zeile oben liegt.`,
  whoIsShown: 'Wer gezeigt wird',
  all: (n) => `alle ${count(n)}`,
  againstAll: (name) => `${name} gegen alle`,
  nobodyMet: 'In dieser Ansicht hat kein Paar Stimmen.',

  againstEverybody: '[name] gegen jeden Gegner',
  hasNotMet: (n) => `; keine Stimmen gegen ${count(n)} ${plural(n, 'anderen', 'andere')}`,
  wonShare: 'Gew., %',
  lost: 'Verloren',
  tied: 'Unentsch.',
  bothBad: 'Beide schlecht',

  band: (from, to) =>
    `Wertung und dünner Strich, ${from} bis ${to}. Wessen Band die Linie verließ, ist ausgeschieden.`,
  drawn: (n, all) => `${count(n)} von ${count(all)} sind gezeichnet.`,
  oneBoard: 'Es gibt nur eine Rangliste.',
  countedLater: 'Gestrichelt: nachträglich gezählt.',
  stillCounting: (counted: number, of: number) =>
    `Ranglisten früherer Tage werden gezählt: ${count(counted)} von ${count(of)}.`,

  evenness: (pairs, each, unmet) =>
    `Stimmen zu jedem von ${count(pairs)} Paaren, im Mittel ${each}${unmet > 0 ? `; ${counted(unmet, 'Paar hat', 'Paare haben')} keine` : ''}. Grau: wohin gleichmäßiges Ziehen 95\u00a0% von ihnen bringt.`,
  even: 'Alle Paare trafen sich etwa gleich oft.',
  uneven: 'Manche Paare trafen sich weit öfter als andere.',
  focused:
    'Diese Arena zieht mit Fokus: Die Hälfte der Duelle ist zwischen Teilnehmern, die noch Erste sein können. Diese Paare haben deshalb mehr Stimmen.',
  onePair: 'Zwei Teilnehmer ergeben ein Paar, also gibt es nichts zu vergleichen.',
}
