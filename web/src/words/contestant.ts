import { count, counted, plural } from '../ui/figures.ts'
import type { Board } from '../../../shared/contracts/board.ts'
import { withTerms } from './in-languages.ts'

type SpeaksFor = Board['speaksFor']

/** For whom alone a board speaks, within a sentence. */
const ONLY = {
  en: (speaksFor: SpeaksFor) =>
    speaksFor === null
      ? ''
      : speaksFor === 'these_people'
        ? ' among the people who voted'
        : ' on these prompts',
  de: (speaksFor: SpeaksFor) =>
    speaksFor === null
      ? ''
      : speaksFor === 'these_people'
        ? ' unter denen, die abgestimmt haben'
        : ' bei diesen Prompts',
}

/** One contestant: what it is and how it fared. */
export const contestant = withTerms({
  en: {
    missing: (name: string, arena: string) => `There is no contestant “${name}” in arena “${arena}”.`,
    missingMore: 'It may be mistyped. [All contestants] are on the board.',
    retiredSince: (day: string) => `Retired since ${day}: no longer shown or judged. Its votes still count.`,
    view: (view: string) => `Votes: ${view}.`,
    changeView: 'Other votes on the board',

    leads: (speaksFor: SpeaksFor) => `It leads${ONLY.en(speaksFor)}: its bar lies above all others now.`,
    wins: (speaksFor: SpeaksFor) => `It wins${ONLY.en(speaksFor)}: its bar lies above all others.`,
    deadHeat: (others: string) => `In a dead heat for first with ${others}.`,
    others: (n: number) => `${count(n)} others`,
    place: (best: number, worst: number, of: number) =>
      `Place ${best === worst ? best : `${best} to ${worst}`} of ${of} rated.`,
    rating: (points: string) => `Rating ${points}`,
    intervalOf: (name: string, low: string, high: string) => `; ${name} ${low} to ${high}`,
    unrated: {
      rated: 'No rating yet: the board has too few votes.',
      too_few_votes: 'No rating yet: fewer than ten votes link it to the others.',
      not_linked: 'No rating yet: no vote links it to the others.',
    },
    noBoardYet: 'It was added after this board was computed.',
    record: (wins: number, losses: number, ties: number, bothBad: number) =>
      `Won ${count(wins)}, lost ${count(losses)}, tied ${count(ties)}${bothBad > 0 ? `, ${count(bothBad)} of them both bad` : ''}.`,

    what: 'About this contestant',
    provider: 'Provider',
    family: 'Family',
    owner: 'Owner',
    controlOf: 'A/A control of',
    checks: 'Checks passed',
    checked: (passed: number, of: number) => `${count(passed)} of ${count(of)}`,
    bar: { met: 'threshold met', missed: 'threshold missed' },

    opponents: 'Against each opponent',
    opponentsCaption:
      'Share of decided votes won, with a 95\u00a0% interval for each opponent alone. Bold: it excludes one half.',
    metLess: (n: number) => `The other ${count(n)}, met less often`,
    opponent: 'Opponent',
    interval: '95\u00a0%',
    counts: 'Won · lost · tied',
    countsOf: (wins: number, losses: number, ties: number) =>
      `${count(wins)} won, ${count(losses)} lost, ${count(ties)} tied`,
    metNobody: 'It has no opponents in these votes.',
    extremes: 'The best and the worst',
    promptsCaption: (score: string, n: number) =>
      `Score: wins plus half the ties, of all votes. Line: ${score}, over ${counted(n, 'prompt', 'prompts')}.`,
    best: 'Best',
    worst: 'Worst',
    standsOut: 'stands out',
    someStandOut: (n: number) =>
      `${counted(n, 'prompt differs', 'prompts differ')} from the others by more than chance.`,
    noneStandsOut: 'None differs from the others by more than chance.',
    score: 'Score',
    battlesOn: (prompt: string) => `Its battles on ${prompt}`,
    noBest: 'No prompt went better than average.',
    noWorst: 'No prompt went worse than average.',
    noPrompts: 'None of these votes names a prompt.',

    asked: 'How it is prompted',
    system: 'System prompt',
    template: 'Template',
    beside: 'Compare with',
    nobody: 'nobody',
    same: 'Both are the same here.',
    removedKey: (name: string) => `struck out: only ${name}`,
    addedKey: (name: string) => `underlined: only ${name}`,
    paramsOf: 'Parameters',

    allBattles: (n: number) => `All ${counted(n, 'battle', 'battles')}`,
    lostBattles: 'Lost',
    contradicted: 'Contradicted by other votes',

    judging: 'Judging',
    inconsistentVotes: (n: number) =>
      `${counted(n, 'tie comes', 'ties come')} from a judge that preferred a different answer in each order.`,
    failedJudgements: (n: number, causes: string) =>
      `${counted(n, 'judgement', 'judgements')} of its answers failed and ${plural(n, 'is not a vote', 'are not votes')}: ${causes}.`,
    nothingFailed: 'No judgement of its answers failed or contradicted itself.',
  },
  de: {
    missing: (name, arena) => `In der Arena „${arena}“ gibt es keinen Teilnehmer „${name}“.`,
    missingMore: 'Vielleicht ein Tippfehler. [Alle Teilnehmer] stehen in der Rangliste.',
    retiredSince: (day) =>
      `Zurückgezogen seit ${day}: wird nicht mehr gezeigt und nicht mehr beurteilt. Die Stimmen zählen weiter.`,
    view: (view) => `Stimmen: ${view}.`,
    changeView: 'Andere Stimmen in der Rangliste',

    leads: (speaksFor) => `Führt${ONLY.de(speaksFor)}: Der Balken liegt jetzt über allen anderen.`,
    wins: (speaksFor) => `Gewinnt${ONLY.de(speaksFor)}: Der Balken liegt über allen anderen.`,
    deadHeat: (others) => `Totes Rennen um den ersten Platz mit ${others}.`,
    others: (n) => `${count(n)} anderen`,
    place: (best, worst, of) =>
      `Platz ${best === worst ? best : `${best} bis ${worst}`} von ${of} gewerteten.`,
    rating: (points) => `Wertung ${points}`,
    intervalOf: (name, low, high) => `; ${name} ${low} bis ${high}`,
    unrated: {
      rated: 'Noch keine Wertung: Die Rangliste hat zu wenige Stimmen.',
      too_few_votes: 'Noch keine Wertung: Weniger als zehn Stimmen verbinden ihn mit den anderen.',
      not_linked: 'Noch keine Wertung: Keine Stimme verbindet ihn mit den anderen.',
    },
    noBoardYet: 'Kam erst nach dieser Rangliste hinzu.',
    record: (wins, losses, ties, bothBad) =>
      `${count(wins)} gewonnen, ${count(losses)} verloren, ${count(ties)} unentschieden${bothBad > 0 ? `, davon ${count(bothBad)} beide schlecht` : ''}.`,

    what: 'Über diesen Teilnehmer',
    provider: 'Anbieter',
    family: 'Familie',
    owner: 'Eigentümer',
    controlOf: 'A/A-Kontrolle von',
    checks: 'Bestandene Prüfungen',
    checked: (passed, of) => `${count(passed)} von ${count(of)}`,
    bar: { met: 'Schwelle erreicht', missed: 'Schwelle verfehlt' },

    opponents: 'Gegen jeden Gegner',
    opponentsCaption:
      'Anteil gewonnener unter den entschiedenen Stimmen, mit 95-%-Intervall für jeden Gegner allein. Fett: Es schließt die Hälfte aus.',
    metLess: (n) => `Die anderen ${count(n)}, seltener getroffen`,
    opponent: 'Gegner',
    interval: '95\u00a0%',
    counts: 'Gewonnen · verloren · unentschieden',
    countsOf: (wins, losses, ties) =>
      `${count(wins)} gewonnen, ${count(losses)} verloren, ${count(ties)} unentschieden`,
    metNobody: 'In diesen Stimmen hat er keinen Gegner.',
    extremes: 'Die besten und die schlechtesten',
    promptsCaption: (score, n) =>
      `Punkte: Siege plus halbe Unentschieden, von allen Stimmen. Linie: ${score}, über ${counted(n, 'Prompt', 'Prompts')}.`,
    best: 'Beste',
    worst: 'Schlechteste',
    standsOut: 'sticht heraus',
    someStandOut: (n) =>
      `${counted(n, 'Prompt weicht', 'Prompts weichen')} von den übrigen stärker ab als durch Zufall.`,
    noneStandsOut: 'Keiner weicht von den übrigen stärker ab als durch Zufall.',
    score: 'Ergebnis',
    battlesOn: (prompt) => `Duelle zu ${prompt}`,
    noBest: 'Kein Prompt lief besser als der Durchschnitt.',
    noWorst: 'Kein Prompt lief schlechter als der Durchschnitt.',
    noPrompts: 'Keine dieser Stimmen nennt einen Prompt.',

    asked: 'Anweisungen an das Modell',
    system: 'System-Prompt',
    template: 'Vorlage',
    beside: 'Vergleichen mit',
    nobody: 'niemand',
    same: 'Hier sind beide gleich.',
    removedKey: (name) => `durchgestrichen: nur ${name}`,
    addedKey: (name) => `unterstrichen: nur ${name}`,
    paramsOf: 'Parameter',

    allBattles: (n) => `Alle ${counted(n, 'Duell', 'Duelle')}`,
    lostBattles: 'Verlorene',
    contradicted: 'Von anderen Stimmen widersprochen',

    judging: 'Beurteilung',
    inconsistentVotes: (n) =>
      `${counted(n, 'Unentschieden stammt', 'Unentschieden stammen')} von einem Richter, der in jeder Reihenfolge eine andere Antwort vorzog.`,
    failedJudgements: (n, causes) =>
      `${counted(n, 'Urteil', 'Urteile')} über diese Antworten ${plural(n, 'ist gescheitert und zählt', 'sind gescheitert und zählen')} nicht: ${causes}.`,
    nothingFailed: 'Kein Urteil über diese Antworten ist gescheitert, und keines widersprach sich.',
  },
})
