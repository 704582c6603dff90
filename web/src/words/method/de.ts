import { count, counted } from '../../ui/figures.ts'
import type * as en from './en.ts'

export const method: typeof en.method = {
  votesSay: (ties) =>
    `Jede Stimme sagt, welche von zwei anonymen Antworten auf einen Prompt besser war, oder dass es keine war. Wertungen sind Bradley-Terry-Stärken, geschätzt mit der Maximum-Likelihood-Methode; ${ties}. 400 Punkte Vorsprung heißen zehn Siege auf eine Niederlage; 100 Punkte heißen 64\u00a0% Siege.`,
  ties: {
    half: 'ein Unentschieden ist für beide ein halber Sieg',
    drop: 'Unentschieden zählen nicht',
  },
  rounds: (n, unit, k, level, boards) =>
    `In ${counted(n, 'Runde', 'Runden')} werden die Fehler aller Wertungen zusammen gezogen, so wie die Stimmen schwanken: ${unit}. Dicke Balken vergleichen jeden mit dem am höchsten Gewerteten, nur für den ersten Platz. Wo das nicht bekannt ist, sind sie Intervalle jeder Wertung für sich. Dünne Striche${k === null ? '' : `, mit k = ${k},`} sind lang genug für alle Paare zugleich. Alles, was ${boards === 1 ? 'diese Rangliste' : `die ${count(boards)} Ranglisten`} ${boards === 1 ? 'zeigt' : 'zeigen'}, gilt zusammen mit ${level}\u00a0% Sicherheit.`,
  oneByOne: {
    both: 'nach Prompts und nach Personen',
    prompt: 'Prompt für Prompt',
    group: 'nach Gruppen von Prompts',
    voter: 'Person für Person',
    vote: 'Stimme für Stimme',
  },
  weighted: (weight, votes, labelled, judged) =>
    `[Die Urteile der Richter zählen mit Gewicht ${weight}.] Richter haben ${counted(judged, 'Duell', 'Duelle')} beurteilt, und ${count(labelled)} von ${counted(votes, 'Stimme', 'Stimmen')} der Menschen ${labelled === 1 ? 'liegt' : 'liegen'} auf Duellen, die auch Richter beurteilt haben. Diese gemeinsamen Duelle zeigen, wie Richter irren. Die Urteile über alle Duelle werden entsprechend korrigiert und stützen dann die Stimmen der Menschen. Es ist das Gewicht, mit dem die Wertungen am genauesten sind. Im Mittel begünstigen Fehler der Richter niemanden.`,
  weightZero: (votes, labelled, judged) =>
    `[Die Urteile der Richter zählen mit Gewicht 0], dies ist also die Rangliste aus den Stimmen der Menschen. Richter haben ${counted(judged, 'Duell', 'Duelle')} beurteilt, und ${count(labelled)} von ${counted(votes, 'Stimme', 'Stimmen')} der Menschen ${labelled === 1 ? 'liegt' : 'liegen'} auf Duellen, die auch Richter beurteilt haben.`,
  byMajority: (judges, quorum, split, missing) =>
    `Jede Stimme ist, was mindestens ${count(quorum)} von ${counted(judges, 'Richter', 'Richtern')} zu einem Prompt und zwei Teilnehmern sagen. ${split > 0 ? `Bei ${counted(split, 'Duell', 'Duellen')} sind sie uneins; diese zählen als Unentschieden. ` : ''}${missing > 0 ? `Bei ${counted(missing, 'Duell', 'Duellen')} haben zu wenige Richter geurteilt; diese zählen nicht. ` : ''}Richter werden nicht neu gezogen.`,
  above: 'Ein Teilnehmer liegt nur dann über einem anderen, wenn ihre dünnen Striche sich nicht berühren.',
  elseDeadHeat: 'Alles andere ist ein totes Rennen: hier, in der API und in jedem Export.',
  forOneLook: 'Man kann sie auch [für einen einzigen Blick] sehen.',
  forAllLooks: 'Man kann sie auch [für alle Blicke] sehen.',
  together: (boards) => `Oder [alle ${count(boards)} Ranglisten zusammen] gelten lassen.`,
  alone: 'Oder [diese Rangliste allein] gelten lassen.',
  noIntervals: 'Intervalle wurden nicht berechnet, also steht kein Teilnehmer vor einem anderen.',

  view: 'Ansicht',
  methods: { 'bradley-terry': 'Bradley-Terry, Maximum Likelihood' },
  tiesHere: { half: 'Unentschieden halb', drop: 'ohne Unentschieden' },
  intervals: 'Intervalle',
  bootstrap: (rounds, unit, k) => `Bootstrap, ${counted(rounds, 'Runde', 'Runden')}, ${unit}${k}`,
  by: {
    both: 'nach Prompts und Personen',
    prompt: 'je Prompt',
    group: 'je Gruppe',
    voter: 'je Person',
    vote: 'je Stimme',
  },
  weight: 'Gewicht der Richter',
  seed: 'Startwert',
  leaked: (n) => `${count(n)} nicht gezählt, weil eine Antwort ihr Modell nennt`,
  overCap: (n, most) =>
    `${count(n)} ausgelassen, weil von jeder Person höchstens ${counted(most, 'Stimme zählt', 'Stimmen zählen')}`,
  quarantined: (n) => `${count(n)} in Quarantäne`,
  code: 'Programm',

  sources: {
    humans: 'Menschen',
    judges: 'Richter',
    majority: 'Mehrheit der Richter',
    all: 'alle Stimmen',
    powered: 'von Richtern gestützt',
    simulated: 'simuliert',
    live: 'Live-Duelle',
    'humans-and-live': 'Menschen und Live-Duelle',
  },
  judge: (name) => `Richter ${name}`,
  group: (group) => `Gruppe „${group}“`,
  fromTo: (from, to) => `${from} bis ${to}`,
  since: (from) => `seit ${from}`,
  until: (to) => `bis ${to}`,

  recomputes: 'Jeder kann jede Zahl bis zur letzten Stelle nachrechnen, aus [board] und [votes].',
  recomputed: { board: 'dieser Rangliste', votes: 'ihren Stimmen' },
}

export const published: typeof en.published = {
  check: 'Stimmt diese Rangliste?',
  reading: (votes: number) => `Dein Browser liest die Stimmen: ${count(votes)} bisher.`,
  computing: (votes: number) =>
    `Dein Browser berechnet die Rangliste neu, aus ${counted(votes, 'Stimme', 'Stimmen')}.`,
  progress: 'Anteil der Rangliste, der neu berechnet ist',
  agreesExactly: 'Die Rangliste stimmt mit ihren Stimmen überein, bis zur letzten Stelle.',
  agrees: 'Die Rangliste stimmt mit ihren Stimmen überein.',
  agreesOn: (votes: number, figures: number) =>
    `Dein Browser hat sie aus ${counted(votes, 'Stimme', 'Stimmen')} neu berechnet und ${counted(figures, 'Angabe', 'Angaben')} verglichen.`,
  rounded: (figures: number) =>
    `${counted(figures, 'Angabe unterscheidet', 'Angaben unterscheiden')} sich nach der neunten Stelle, weil Browser und Server Logarithmen verschieden runden.`,
  differs: (differences: number) =>
    `Die Rangliste stimmt nicht mit ihren Stimmen überein: ${counted(differences, 'Unterschied', 'Unterschiede')}.`,
  differsBy: (votes: number, figures: number) =>
    `Dein Browser hat sie aus ${counted(votes, 'Stimme', 'Stimmen')} neu berechnet und ${counted(figures, 'Angabe', 'Angaben')} verglichen. Entweder die Rangliste oder die Datei der Stimmen wurde geändert.`,
  differences: 'Was sich unterscheidet',
  figure: 'Angabe',
  shown: 'Auf dieser Seite',
  recomputed: 'Neu berechnet',
  more: (differences: number) => `Und ${counted(differences, 'weiterer', 'weitere')}.`,
  notChecked: 'Die Rangliste konnte nicht neu berechnet werden.',
  noVotes: (file: string, status: number) => `${file} kann nicht geladen werden (Status ${status}).`,
  noHost:
    'Die Datei der Stimmen kann nicht geladen werden. Lege den Ordner auf einen Webserver und öffne die Seite dort: Browser laden keine Dateien neben einer Seite, die selbst eine Datei ist.',
  brokenLine: (file: string, line: number) => `Zeile ${count(line)} von ${file} ist keine Stimme:`,
  unexpected: 'Ein unerwarteter Fehler:',
  withoutScript:
    'Diese Seite braucht JavaScript, um die Rangliste neu zu berechnen. deadheat verify tut dasselbe, mit den beiden Dateien darunter.',
  files: 'Dateien',
  text: 'Als Text',
  dark: 'Bild, dunkel',
  badge: 'Plakette',
  other: 'English',
}
