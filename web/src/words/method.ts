import { count, counted, dayText } from '../ui/figures.ts'
import { withTerms } from './in-languages.ts'
import type { View } from '../../../shared/contracts/board.ts'
import { judgeIn } from '../../../shared/contracts/source.ts'

/** How the board is computed, and how to check it. */
export const method = withTerms({
  en: {
    votesSay: (ties: string) =>
      `Each vote says which of two anonymous answers to a prompt was better, or that neither was. Ratings are Bradley-Terry strengths, fitted by maximum likelihood; ${ties}. A lead of 400 points means ten wins for each loss; a lead of 100 points means 64\u00a0% wins.`,
    ties: { half: 'a tie is half a win for each', drop: 'ties are left out' },
    bars: (level: number) =>
      `A bar is the ${count(level)}\u00a0% bootstrap confidence interval of its rating. One contestant is above another if its bar lies wholly above the other bar. Everything else is a dead heat: here, in the API and in every export.`,
    states: {
      any: 'Who leads has a bar above all others now. Who wins has a lead that holds however often you look.',
      one: 'This look was planned. Who has a bar above all others wins.',
    },
    noIntervals: 'No intervals were computed, so no contestant is ranked before another.',

    view: 'View',
    methods: { 'bradley-terry': 'Bradley-Terry, maximum likelihood' } as Record<string, string>,
    tiesHere: { half: 'ties half', drop: 'ties drop' },
    weights: { units: 'votes weighted by prompts and voters', votes: 'all votes weigh the same' },
    level: (level: number, how: string) => `${count(level)}\u00a0%, ${how}`,
    rounds: (rounds: number, over: string) => `bootstrap over ${over}, ${counted(rounds, 'round', 'rounds')}`,
    closedForm: (over: string) => `bootstrap over ${over}, in the limit of endless rounds`,
    classic: 'by the recipe of other arenas',
    groups: 'groups of prompts',
    effective: 'Effective units',
    effectiveUnits: (prompts: number | null, voters: number | null) =>
      [
        ...(prompts === null ? [] : [counted(prompts, 'prompt', 'prompts')]),
        ...(voters === null ? [] : [counted(voters, 'voter', 'voters')]),
      ].join(', '),
    seed: 'Seed',
    leaked: (n: number) => `${count(n)} left out because an answer names its model`,
    overCap: (n: number, most: number) =>
      `${count(n)} left out because at most ${counted(most, 'vote', 'votes')} of one person count`,
    quarantined: (n: number) => `${count(n)} in quarantine`,
    code: 'Code',

    sources: {
      humans: 'humans',
      judges: 'judges',
      all: 'all',
      simulated: 'simulated',
      live: 'live battles',
      'humans-and-live': 'humans and live battles',
    } as Record<string, string>,
    judge: (name: string) => `judge:${name}`,
    group: (group: string) => `group “${group}”`,
    fromTo: (from: string, to: string) => `${from} to ${to}`,
    since: (from: string) => `since ${from}`,
    until: (to: string) => `until ${to}`,

    recomputes: 'Anybody can recompute every figure, to the last digit, from [board] and [votes].',
    recomputed: { board: 'this board', votes: 'its votes' },
  },
  de: {
    votesSay: (ties) =>
      `Jede Stimme sagt, welche von zwei anonymen Antworten auf einen Prompt besser war, oder dass es keine war. Wertungen sind Bradley-Terry-Stärken, geschätzt mit der Maximum-Likelihood-Methode; ${ties}. 400 Punkte Vorsprung heißen zehn Siege auf eine Niederlage; 100 Punkte heißen 64\u00a0% Siege.`,
    ties: {
      half: 'ein Unentschieden ist für beide ein halber Sieg',
      drop: 'Unentschieden zählen nicht',
    },
    bars: (level) =>
      `Ein Balken ist das ${count(level)}-%-Bootstrap-Konfidenzintervall der Wertung. Ein Teilnehmer liegt über einem anderen, wenn sein Balken ganz über dessen Balken liegt. Alles andere ist ein totes Rennen: hier, in der API und in jedem Export.`,
    states: {
      any: 'Wer führt, hat jetzt einen Balken über allen anderen. Wer gewinnt, hat einen Vorsprung, der bei jedem Blick hält.',
      one: 'Dieser Blick war geplant. Wer einen Balken über allen anderen hat, gewinnt.',
    },
    noIntervals: 'Intervalle wurden nicht berechnet, also steht kein Teilnehmer vor einem anderen.',

    view: 'Ansicht',
    methods: { 'bradley-terry': 'Bradley-Terry, Maximum Likelihood' },
    tiesHere: { half: 'Unentschieden halb', drop: 'ohne Unentschieden' },
    weights: { units: 'Stimmen gewichtet nach Prompts und Stimmenden', votes: 'alle Stimmen zählen gleich' },
    level: (level, how) => `${count(level)}\u00a0%, ${how}`,
    rounds: (rounds, over) => `Bootstrap über ${over}, ${counted(rounds, 'Runde', 'Runden')}`,
    closedForm: (over) => `Bootstrap über ${over}, im Grenzfall endlos vieler Runden`,
    classic: 'nach dem Rezept anderer Arenen',
    groups: 'Gruppen von Prompts',
    effective: 'Effektive Einheiten',
    effectiveUnits: (prompts, voters) =>
      [
        ...(prompts === null ? [] : [counted(prompts, 'Prompt', 'Prompts')]),
        ...(voters === null ? [] : [counted(voters, 'Stimmender', 'Stimmende')]),
      ].join(', '),
    seed: 'Startwert',
    leaked: (n) => `${count(n)} nicht gezählt, weil eine Antwort ihr Modell nennt`,
    overCap: (n, most) =>
      `${count(n)} ausgelassen, weil von jeder Person höchstens ${counted(most, 'Stimme zählt', 'Stimmen zählen')}`,
    quarantined: (n) => `${count(n)} in Quarantäne`,
    code: 'Programm',

    sources: {
      humans: 'Menschen',
      judges: 'Richter',
      all: 'alle Stimmen',
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
  },
})

/** The page of `export ARENA site`. */
export const published = withTerms({
  en: {
    check: 'Is this board right?',
    reading: (votes: number) => `Your browser is reading the votes: ${count(votes)} so far.`,
    computing: (votes: number) => `Your browser is recomputing the board from ${counted(votes, 'vote')}.`,
    progress: 'Share of the board that is recomputed',
    agreesExactly: 'The board agrees with its votes, to the last digit.',
    agrees: 'The board agrees with its votes.',
    agreesOn: (votes: number, figures: number) =>
      `Your browser recomputed it from ${counted(votes, 'vote')} and compared ${counted(figures, 'figure')}.`,
    rounded: (figures: number) =>
      `${counted(figures, 'figure differs', 'figures differ')} after the ninth digit, because browsers and servers round logarithms differently.`,
    differs: (differences: number) =>
      `The board does not agree with its votes: ${counted(differences, 'difference')}.`,
    differsBy: (votes: number, figures: number) =>
      `Your browser recomputed it from ${counted(votes, 'vote')} and compared ${counted(figures, 'figure')}. Either the board or the file of votes was changed.`,
    differences: 'What differs',
    figure: 'Figure',
    shown: 'On this page',
    recomputed: 'Recomputed',
    more: (differences: number) => `And ${counted(differences, 'more', 'more')}.`,
    notChecked: 'The board could not be recomputed.',
    noVotes: (file: string, status: number) => `${file} cannot be loaded (status ${status}).`,
    noHost:
      'The file of votes cannot be loaded. Put the folder on a web host and open the page there: browsers load no files beside a page that is itself a file.',
    brokenLine: (file: string, line: number) => `Line ${count(line)} of ${file} is not a vote:`,
    unexpected: 'An unexpected error:',
    withoutScript:
      'This page needs JavaScript to recompute the board. deadheat verify does the same, with the two files below.',
    files: 'Files',
    text: 'As text',
    dark: 'Picture, dark',
    badge: 'Badge',
    other: 'Deutsch',
  },
  de: {
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
  },
})

/** What differs from all votes of a source: "humans · group “experts” · tone · since 1 Oct 2026". */
export function viewWords({ source, criterion, category, from, to, group }: View): string {
  const say = method.here
  const [first, last] = [from && dayText(from), to && dayText(to)]
  const time =
    first && last ? say.fromTo(first, last) : first ? say.since(first) : last ? say.until(last) : null
  const judge = judgeIn(source)
  const who = judge === null ? (say.sources[source] ?? source) : say.judge(judge)
  return [who, group && say.group(group), criterion, category, time].filter(Boolean).join(' · ')
}
