import { count, counted, plural } from '../ui/figures.ts'
import type { BoardReports } from '../../../shared/contracts/reports.ts'
import { inLanguages, withTerms } from './in-languages.ts'

const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const listedDe = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} und ${names.at(-1)}`

/** The panels under the board: judges, costs, checks. */
export const panels = withTerms({
  en: {
    // judges
    judges: 'Judges, each compared with people',
    whereTheyDiffer: 'Where judges and people differ',
    judgesCaption:
      'Each judge compared with people who voted on the same pairs without seeing its verdict. Only judges that passed count beside people.',
    noJudges: 'No judge has voted here.',
    states: {
      calibrated: 'passed',
      uncalibrated: 'failed',
      not_measured: 'not measured yet',
    },
    failures: {
      agreement: 'agrees too rarely',
      consistency: 'flips too often',
      undecided: 'decides too rarely',
      drift: 'became worse',
      self_agreement: 'contradicts itself',
    },
    due: 'recheck due',
    pairsMissing: (n: number) => `${counted(n, 'more pair', 'more pairs')} needed from people`,
    agreement: 'Agrees with people',
    agreementFigure: 'Agrees',
    agreementSaid: (share: string, n: number) => `agrees in ${share} of ${counted(n, 'pair', 'pairs')}`,
    noShared: 'no pair with votes from people',
    ofPairs: (n: string) => `of ${n} decided by both`,
    onLive: (share: string, n: string) => `on visitors’ own prompts ${share} of ${n}`,
    kappaMeans: 'Cohen’s kappa: agreement beyond chance, at most 1',
    inconsistent: 'Flips with order',
    inconsistentMeans: 'Pairs on which its verdict changes when the answers swap places',
    first: 'Picks the first',
    firstMeans: 'How often the answer shown first won; one half means no position bias',
    longer: 'Picks the longer',
    longerMeans: 'How often the longer of two answers won',
    longerBeside: (own: string, people: string) => `on shared pairs ${own}, people ${people}`,
    failed: 'Failed',
    failedMeans: 'Judgements without a verdict; they are not votes',
    ceilingLegend: 'how often people agree with one another',
    askedLegend: 'agreement required of a judge',
    ceiling: (share: string, low: string, high: string, n: number) =>
      `Two people who vote on the same pair agree in ${share} of ${n} (${low} – ${high}). No judge can be expected to do better.`,
    noCeiling: 'No pair has votes by two people yet, so how often people agree is not known.',
    asked: (share: string, n: number) => `Required of a judge: ${share}, on at least ${n} pairs.`,
    notCompared: (names: readonly string[]) =>
      `${listed(names)} ${names.length === 1 ? 'is' : 'are'} not compared with people yet.`,
    howToCalibrate:
      'This command prints an address where people vote, blind, on pairs that judges have judged. After a few dozen votes this panel shows how good the judges are.',

    // costs
    costCaption: (unit: string) =>
      `Rating against ${unit}. Coloured: in front. Cheaper does not mean better.`,
    perThousand: 'US dollars per 1,000 answers',
    perAnswer: 'seconds per answer',
    plotOf: (unit: string) => `Plot of ratings against ${unit}; the same figures are in the table below it`,
    logarithmic: 'Logarithmic axis.',
    noCost: (n: number) => `Not known for ${counted(n, 'contestant', 'contestants')}.`,
    unlabelled: (n: number) => `${counted(n, 'dot has', 'dots have')} no room for a name.`,
    asTable: 'Show as a table',
    interval: '95\u00a0% interval',
    dollarsHead: '$/1000',
    inFront: 'In front',

    // checks
    checksCaption:
      'Share of answers that pass, in the latest run of each check, with 95 % intervals. Checks never change the rating.',
    checksOf: (check: string) => `Answers that pass “${check}”`,
    passed: 'Passed',
    passedOf: (passed: string, of: string) => `${passed} of ${of}`,
    notMade: (n: number) => `${n} not checked`,
    mustPass: (share: string) => `At least ${share} must pass.`,
    met: 'passes',
    notMet: 'fails',
    noChecks: 'No answer has been checked yet.',
  },
  de: {
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
    firstMeans:
      'Wie oft die zuerst gezeigte Antwort gewann; die Hälfte heißt, dass der Platz nichts ausmacht',
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
      `${listedDe(names)} ${names.length === 1 ? 'ist' : 'sind'} noch nicht mit Menschen verglichen.`,
    howToCalibrate:
      'Dieser Befehl nennt eine Adresse, unter der Menschen blind über Paare abstimmen, die Richter schon beurteilt haben. Nach ein paar Dutzend Stimmen steht hier, wie gut die Richter sind.',

    costCaption: (unit: string) => `Wertung gegen ${unit}. Farbig: vorn. Billiger heißt nicht besser.`,
    perThousand: 'US-Dollar je 1000 Antworten',
    perAnswer: 'Sekunden je Antwort',
    plotOf: (unit: string) => `Wertungen gegen ${unit}; dieselben Zahlen stehen in der Tabelle darunter`,
    logarithmic: 'Logarithmische Achse.',
    noCost: (n: number) => `Für ${n} Teilnehmer nicht bekannt.`,
    unlabelled: (n: number) =>
      n === 1 ? 'Für 1 Punkt ist kein Platz für den Namen.' : `Für ${n} Punkte ist kein Platz für den Namen.`,
    asTable: 'Als Tabelle zeigen',
    interval: '95-%-Intervall',
    dollarsHead: '$/1000',
    inFront: 'Vorn',

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
  },
})

/** What a board rests on: the model, the position, the resampling unit. */
export const reports = withTerms({
  en: {
    tooLarge: 'Boards of more than 300 contestants or 500,000 votes have no such reports.',
    none: 'There are no votes in this view.',

    model: 'Does one strength explain the votes?',
    lacks: (p: string) =>
      `One strength for each contestant does not explain these votes (p = ${p}). Read ratings as averages.`,

    position: 'Left or right',
    left: (share: string, range: string) =>
      `Of two equals, the answer on the left wins ${share} (95\u00a0%: ${range}).`,
    noSide: 'This includes 50\u00a0%, so the votes show no effect of the side.',
    someSide: 'This excludes 50\u00a0%: the side influences these votes.',
    noPosition: 'There are too few votes of people, or they cannot show an effect of the side.',
  },
  de: {
    tooLarge: 'Ranglisten mit mehr als 300 Teilnehmern oder 500.000 Stimmen haben keine solchen Berichte.',
    none: 'In dieser Ansicht gibt es keine Stimmen.',

    model: 'Erklärt eine Stärke die Stimmen?',
    lacks: (p: string) =>
      `Eine Stärke je Teilnehmer erklärt diese Stimmen nicht (p = ${p}). Die Wertungen sind als Mittelwerte zu lesen.`,

    position: 'Links oder rechts',
    left: (share: string, range: string) =>
      `Von zwei gleich guten Antworten gewinnt die linke ${share} (95\u00a0%: ${range}).`,
    noSide: 'Das schließt 50\u00a0% ein, also zeigen die Stimmen keine Wirkung der Seite.',
    someSide: 'Das schließt 50\u00a0% aus: Die Seite beeinflusst diese Stimmen.',
    noPosition: 'Es gibt zu wenige Stimmen von Menschen, oder sie können keine Wirkung der Seite zeigen.',
  },
})

export type Style = NonNullable<BoardReports['style']>

export type Feature = Style['features'][number]['feature']

export type Withheld = NonNullable<Style['withheld']>

/** What length and Markdown of answers are worth, and ratings at equal style. */
export const style = inLanguages({
  en: {
    title: 'Length and Markdown of answers',
    caption: (votes: number, left: number) =>
      `From the ${counted(votes, 'vote', 'votes')} whose two answers are known${left > 0 ? `; ${count(left)} left out` : ''}. A better answer may be longer because it says more.`,
    withheld: {
      no_texts: 'Withheld: the texts of these answers are not known.',
      few_texts: 'Withheld: fewer than half of these votes have the texts of both answers.',
      few_votes: 'Withheld: this needs 50 votes, and prompts or voters that count like 10 of equal size.',
      too_long: 'Withheld: the answers of this arena have more than 200 million characters together.',
      no_estimate:
        'Withheld: style never differs in these votes, decides every vote, or cannot be separated from the contestants.',
      extrapolates:
        'Withheld: these contestants hardly ever met with answers of equal style, so a rating at equal style would be a guess.',
    } satisfies Record<Withheld, string> as Record<Withheld, string>,

    effect: {
      more: {
        length: 'Longer answers win more:',
        headers: 'Answers with more headers win more:',
        lists: 'Answers with more list items win more:',
        bold: 'Answers with more bold text win more:',
      },
      less: {
        length: 'Longer answers win less:',
        headers: 'Answers with more headers win less:',
        lists: 'Answers with more list items win less:',
        bold: 'Answers with more bold text win less:',
      },
      none: {
        length: 'No effect of length was found:',
        headers: 'No effect of headers was found:',
        lists: 'No effect of list items was found:',
        bold: 'No effect of bold text was found:',
      },
    } satisfies Record<string, Record<Feature, string>>,
    twice: (feature: Feature, share: string, range: string) =>
      `of two equals, the answer ${TWICE[feature]} wins ${share} (95\u00a0%: ${range}).`,
    neverDiffers: (features: Feature[]) =>
      `Never different in these votes: ${features.map((one) => NAMED[one]).join(', ')}.`,
  },
  de: {
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
    twice: (feature: Feature, share: string, range: string) =>
      `Von zwei gleich guten gewinnt die Antwort ${TWICE_DE[feature]} ${share} (95\u00a0%: ${range}).`,
    neverDiffers: (features: Feature[]) =>
      `In diesen Stimmen nie verschieden: ${features.map((one) => NAMED_DE[one]).join(', ')}.`,
  },
})

const TWICE: Record<Feature, string> = {
  length: 'twice as long',
  headers: 'with twice as many headers',
  lists: 'with twice as many list items',
  bold: 'with twice as much bold text',
}

const TWICE_DE: Record<Feature, string> = {
  length: 'von doppelter Länge',
  headers: 'mit doppelt so vielen Überschriften',
  lists: 'mit doppelt so vielen Listenpunkten',
  bold: 'mit doppelt so viel Fettdruck',
}

const NAMED: Record<Feature, string> = {
  length: 'length',
  headers: 'headers',
  lists: 'list items',
  bold: 'bold text',
}

const NAMED_DE: Record<Feature, string> = {
  length: 'Länge',
  headers: 'Überschriften',
  lists: 'Listenpunkte',
  bold: 'Fettdruck',
}

/** What the ingredients of contestants are worth, and what they do not explain. */
export const ingredients = withTerms({
  en: {
    caption: (votes: number) =>
      `Points of rating that an ingredient adds, all else equal, each with its 95\u00a0% interval. If one touches 0, no difference is found. From ${counted(votes, 'vote', 'votes')}.`,
    ingredient: 'Ingredient',
    compared: 'Compared',
    effect: 'What to do',
    plot: 'Points of rating',
    rest: 'What the ingredients do not explain',
    restPlot: 'Points above what its ingredients say',
    said: (points: string, low: string, high: string) => `${points} points, 95\u00a0%: ${low} to ${high}`,
  },
  de: {
    caption: (votes) =>
      `Wertungspunkte, die eine Zutat bringt, wenn alles andere gleich ist, jede mit ihrem Intervall zu 95\u00a0%. Berührt eines die 0, ist kein Unterschied gefunden. Aus ${counted(votes, 'Stimme', 'Stimmen')}.`,
    ingredient: 'Zutat',
    compared: 'Verglichen',
    effect: 'Was zu tun ist',
    plot: 'Wertungspunkte',
    rest: 'Was die Zutaten nicht erklären',
    restPlot: 'Punkte mehr, als die Zutaten sagen',
    said: (points, low, high) => `${points} Punkte, 95\u00a0%: ${low} bis ${high}`,
  },
})

/** Pairs, how evenly they were drawn, ratings over time. */
export const pairs = withTerms({
  en: {
    pairs: (records: boolean) =>
      `Per cent of decided votes that the row won${records ? '; won–lost–tied below' : ''}.`,
    triangle:
      'Each cell: the name at the end of its row against the name at the top of its column. Dot: open.',
    bold: (isTinted: boolean) =>
      `${isTinted ? 'Tinted: the 95\u00a0% interval excludes one half; darker where the row won more.' : 'Bold: the 95\u00a0% interval excludes one half.'} In one even pair of 20 that happens by chance.`,
    whoIsShown: 'Who is shown',
    all: (n: number) => `all ${count(n)}`,
    againstAll: (name: string) => `${name} against all`,
    nobodyMet: 'No pair has votes in this view.',

    againstEverybody: '[name] against each opponent',
    hasNotMet: (n: number) => `; no votes against ${count(n)} ${plural(n, 'other', 'others')}`,
    wonShare: 'Won, %',
    lost: 'Lost',
    tied: 'Tied',
    bothBad: 'Both bad',

    heats: (from: string, to: string) =>
      `Along the votes, ${from} to ${to}. Red: in the dead heat for first. Grey: behind. Green: ahead of all.`,
    drawn: (n: number, all: number) => `${count(n)} of ${count(all)} are drawn.`,
    oneBoard: 'There is only one board.',
    countedLater: 'Earlier days were counted later, from the times of votes.',
    places: {
      heat: () => 'in the dead heat',
      wins: (since: number | null) => (since === null ? 'wins' : `wins since vote ${count(since)}`),
      leads: (since: number | null) =>
        since === null ? 'leads throughout' : `leads since vote ${count(since)}`,
      out: (since: number | null) => (since === null ? 'behind' : `behind since vote ${count(since)}`),
    },
    stillCounting: (counted: number, of: number) =>
      `Boards of earlier days are being counted: ${count(counted)} of ${count(of)}.`,

    evenness: (pairs: number, each: string, unmet: number) =>
      `Votes on each of ${count(pairs)} pairs, ${each} on average${unmet > 0 ? `; ${counted(unmet, 'pair has', 'pairs have')} none` : ''}. Grey: where even drawing puts 95\u00a0% of them.`,
    even: 'Pairs met about equally often.',
    uneven: 'Some pairs met far more often than others.',
    focused:
      'This arena draws with focus: half of the battles are between contestants that may still be first. So these pairs have more votes.',
    onePair: 'Two contestants make one pair, so there is nothing to compare.',
  },
  de: {
    pairs: (records) =>
      `Prozent der entschiedenen Stimmen, die die Zeile gewann${records ? '; darunter gewonnen–verloren–unentschieden' : ''}.`,
    triangle: 'Jedes Feld: der Name am Ende der Zeile gegen den am Kopf der Spalte. Punkt: offen.',
    bold: (isTinted) =>
      `${isTinted ? 'Getönt: Das 95-%-Intervall schließt die Hälfte aus; dunkler, wo die Zeile öfter gewann.' : 'Fett: Das 95-%-Intervall schließt die Hälfte aus.'} Bei einem von 20 gleich starken Paaren geschieht das durch Zufall.`,
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

    heats: (from, to) =>
      `${from} bis ${to}, entlang der Stimmen. Rot: im toten Rennen um Platz 1. Grau: dahinter. Grün: vor allen.`,
    drawn: (n, all) => `${count(n)} von ${count(all)} sind gezeichnet.`,
    oneBoard: 'Es gibt nur eine Rangliste.',
    countedLater: 'Frühere Tage wurden nachträglich gezählt, nach den Zeiten der Stimmen.',
    places: {
      heat: () => 'im toten Rennen',
      wins: (since) => (since === null ? 'gewinnt' : `gewinnt seit Stimme ${count(since)}`),
      leads: (since) => (since === null ? 'führt durchweg' : `führt seit Stimme ${count(since)}`),
      out: (since) => (since === null ? 'dahinter' : `dahinter seit Stimme ${count(since)}`),
    },
    stillCounting: (counted: number, of: number) =>
      `Ranglisten früherer Tage werden gezählt: ${count(counted)} von ${count(of)}.`,

    evenness: (pairs, each, unmet) =>
      `Stimmen zu jedem von ${count(pairs)} Paaren, im Mittel ${each}${unmet > 0 ? `; ${counted(unmet, 'Paar hat', 'Paare haben')} keine` : ''}. Grau: wohin gleichmäßiges Ziehen 95\u00a0% von ihnen bringt.`,
    even: 'Alle Paare trafen sich etwa gleich oft.',
    uneven: 'Manche Paare trafen sich weit öfter als andere.',
    focused:
      'Diese Arena zieht mit Fokus: Die Hälfte der Duelle ist zwischen Teilnehmern, die noch Erste sein können. Diese Paare haben deshalb mehr Stimmen.',
    onePair: 'Zwei Teilnehmer ergeben ein Paar, also gibt es nichts zu vergleichen.',
  },
})
