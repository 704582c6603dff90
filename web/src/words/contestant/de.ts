import { count, counted, plural } from '../../ui/figures.ts'
import type * as en from './en.ts'

export const contestant: typeof en.contestant = {
  missing: (name, arena) => `In der Arena „${arena}“ gibt es keinen Teilnehmer „${name}“.`,
  missingMore: 'Vielleicht ein Tippfehler. [Alle Teilnehmer] stehen in der Rangliste.',
  loading: 'Wird geladen …',
  toBoard: 'Rangliste',
  retiredSince: (day) =>
    `Zurückgezogen seit ${day}: wird nicht mehr gezeigt und nicht mehr beurteilt. Die Stimmen zählen weiter.`,
  view: (view) => `Stimmen: ${view}.`,
  changeView: 'Andere Stimmen in der Rangliste',

  leads: (among) =>
    among === null
      ? 'Liegt vorn: Das Intervall liegt über allen anderen.'
      : `Liegt vorn unter ${counted(among, 'dieser Person', 'diesen Personen')}, zu wenigen, um für andere zu sprechen.`,
  deadHeat: (others) => `Totes Rennen um den ersten Platz mit ${others}.`,
  ranks: (first, last, of) =>
    first === last
      ? `Rang ${first} von ${of} bewerteten.`
      : `Rang ${first} bis ${last} von ${of} bewerteten.`,
  rating: (points) => `Wertung ${points}`,
  together: (low, high) => `; Intervall für alle zugleich ${low} bis ${high}`,
  provisional: (needs) => `Noch keine Wertung: vorläufig, ${needs}.`,
  unrated: (needs) => `Noch keine Wertung: ${needs}.`,
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

  prompts: 'Prompts',
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
  battleOn: (prompt) => `Ein Duell zu ${prompt}`,
  noBest: 'Kein Prompt lief besser als der Durchschnitt.',
  noWorst: 'Kein Prompt lief schlechter als der Durchschnitt.',
  noPrompts: 'Keine dieser Stimmen nennt einen Prompt.',

  asked: 'Anweisungen an das Modell',
  system: 'System-Prompt',
  template: 'Vorlage',
  beside: 'Vergleichen mit',
  nobody: 'niemand',
  same: 'Hier sind beide gleich.',
  onlyHere: (name) => `nur ${name}:`,
  removedKey: (name) => `durchgestrichen: nur ${name}`,
  addedKey: (name) => `unterstrichen: nur ${name}`,
  paramsOf: 'Parameter',

  battlesCaption: (shown, total) =>
    shown < total
      ? `${count(shown)} von ${counted(total, 'Stimme', 'Stimmen')}, gleichmäßig gezogen.`
      : total === 1
        ? 'Die eine Stimme.'
        : `Alle ${count(total)} Stimmen.`,
  outcomes: { left: 'Gewonnen', right: 'Verloren', tie: 'Unentschieden', both_bad: 'Beide schlecht' },
  inconsistent: 'Reihenfolgen widersprechen sich',
  against: (name) => `gegen ${name}`,
  by: {
    human: 'ein Mensch',
    judge: (name) => name,
    result: 'ein bekanntes Ergebnis',
    simulated: 'eine simulierte Stimme',
    live: 'ein Mensch, in einem Live-Duell',
  },
  noPrompt: 'ohne Prompt',

  judging: 'Beurteilung',
  inconsistentVotes: (n) =>
    `${counted(n, 'Unentschieden stammt', 'Unentschieden stammen')} von einem Richter, der in jeder Reihenfolge eine andere Antwort vorzog.`,
  failedJudgements: (n, causes) =>
    `${counted(n, 'Urteil', 'Urteile')} über diese Antworten ${plural(n, 'ist gescheitert und zählt', 'sind gescheitert und zählen')} nicht: ${causes}.`,
  nothingFailed: 'Kein Urteil über diese Antworten ist gescheitert, und keines widersprach sich.',
}
