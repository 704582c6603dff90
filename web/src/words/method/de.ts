import { count, counted } from '../../ui/figures.ts'
import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Wie das berechnet ist',
  votesSay: (ties) =>
    `Jede Stimme sagt, welche von zwei namenlosen Antworten auf einen Prompt besser war, oder dass es keine war. Die Bradley-Terry-Stärken sind jene, unter denen diese Stimmen am wahrscheinlichsten sind; ${ties}. 400 Punkte mehr heißt zehn Siege auf eine Niederlage; 100 mehr heißt 64\u00a0% Siege.`,
  ties: {
    half: 'ein Unentschieden ist für beide ein halber Sieg',
    drop: 'Unentschieden zählen nicht',
  },
  preview: (unit) =>
    `[Die Striche auf dieser Rangliste sind für einen Moment Schätzungen], aus der Streuung der Stimmen, ${unit}, ohne sie neu zu gewichten; die Rangliste mit ihrem Bootstrap wird gerade berechnet. Bis dahin wird kein neuer Sieger genannt.`,
  rounds: (n, unit, k, level) =>
    `Danach werden die Stimmen ${count(n)}-mal neu gewichtet, ${unit}, und jedes Mal alle Wertungen neu bestimmt. Die dicken Striche fassen eine Wertung für sich; die dünnen${k === null ? '' : `, mit k = ${k},`} sind so lang, dass alle Vergleiche auf dieser Rangliste zugleich mit ${level}\u00a0% Sicherheit gelten. Ein Querstrich steht an jedem Ende eines dünnen Strichs, der kürzer ist als sein dicker.`,
  oneByOne: {
    both: 'nach Prompts und nach Personen',
    prompt: 'Prompt für Prompt',
    voter: 'Person für Person',
    vote: 'Stimme für Stimme',
  },
  lent: (weight, votes, labelled, judged) =>
    `[Die Urteile der Richter zählen mit Gewicht ${weight}.] Richter haben ${counted(judged, 'Duell', 'Duelle')} beurteilt, und ${count(labelled)} von ${counted(votes, 'Stimme', 'Stimmen')} der Menschen ${labelled === 1 ? 'liegt' : 'liegen'} auf Duellen, die auch Richter beurteilt haben. Dort zeigt sich, wo Richter irren; um so viel berichtigt stützt ihr Urteil über alle Duelle die Stimmen der Menschen. Es ist das Gewicht, mit dem die Wertungen am genauesten bekannt sind. Worin Richter auch irren, im Mittel zieht es niemanden hinauf oder hinab.`,
  nothingLent: (votes, labelled, judged) =>
    `[Die Urteile der Richter zählen mit Gewicht 0], dies ist also die Rangliste aus den Stimmen der Menschen. Richter haben ${counted(judged, 'Duell', 'Duelle')} beurteilt, und ${count(labelled)} von ${counted(votes, 'Stimme', 'Stimmen')} der Menschen ${labelled === 1 ? 'liegt' : 'liegen'} auf Duellen, die auch Richter beurteilt haben.`,
  above: 'Ein Teilnehmer liegt nur dann über einem anderen, wenn ihre dünnen Striche sich nicht berühren.',
  elseDeadHeat:
    'Alles andere ist ein totes Rennen, und nichts auf dieser Seite, in der API oder in einem Export reiht einen vor den anderen.',
  noIntervals: 'Intervalle wurden nicht berechnet, also steht hier kein Teilnehmer vor einem anderen.',

  view: 'Ansicht',
  method: 'Verfahren',
  methods: { 'bradley-terry': 'Bradley-Terry, größte Plausibilität' },
  tiesHere: { half: 'Unentschieden halb', drop: 'ohne Unentschieden' },
  intervals: 'Intervalle',
  estimated: (draws, unit, k) => `geschätzt, ${counted(draws, 'Ziehung', 'Ziehungen')}, ${unit}${k}`,
  bootstrap: (rounds, unit, k) => `Bootstrap, ${counted(rounds, 'Runde', 'Runden')}, ${unit}${k}`,
  by: { both: 'nach Prompts und Personen', prompt: 'je Prompt', voter: 'je Person', vote: 'je Stimme' },
  none: 'keine',
  weight: 'Gewicht der Richter',
  seed: 'Startwert',
  votes: 'Stimmen',
  quarantined: (n) => `${count(n)} in Quarantäne`,
  code: 'Programm',

  sources: {
    humans: 'Menschen',
    judges: 'Richter',
    all: 'alle Stimmen',
    powered: 'von Richtern gestützt',
    simulated: 'simuliert',
  },
  judge: (name) => `Richter ${name}`,
  oneCriterion: 'ein Kriterium',
  allCategories: 'alle Kategorien',
  fromTo: (from, to) => `${from} bis ${to}`,
  since: (from) => `seit ${from}`,
  until: (to) => `bis ${to}`,
  allTime: 'gesamter Zeitraum',

  copyLine: 'Die Zeile kopieren, die diese Rangliste nachprüft',
  recomputesPrivate:
    'Berechnet jede Zahl dieser Rangliste aus ihren Stimmen neu, bis zur letzten Stelle. Exit 0, wenn alle übereinstimmen. Die Arena ist privat, deshalb zuerst beide Dateien hier sichern: [board], [votes].',
  recomputes:
    'Berechnet jede Zahl dieser Rangliste aus ihren [exportierten Stimmen] neu, bis zur letzten Stelle. Exit 0, wenn alle übereinstimmen.',
}
