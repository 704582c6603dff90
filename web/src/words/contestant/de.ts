import { count, counted, plural } from '../../ui/figures.ts'
import type { en } from './en.ts'

export const de: typeof en = {
  missing: (name, arena) => `In der Arena „${arena}“ gibt es keinen Teilnehmer „${name}“.`,
  missingMore: 'Vielleicht ein Tippfehler. [Alle Teilnehmer] stehen in der Rangliste.',
  loading: 'Wird gelesen …',
  toBoard: 'Rangliste',
  compare: 'Mit einem anderen vergleichen',
  retired: 'zurückgezogen',
  retiredSince: (day) =>
    `Zurückgezogen seit ${day}: wird nicht mehr gezeigt und nicht mehr beurteilt; die Stimmen bleiben.`,
  view: (view) => `Stimmen: ${view}.`,
  changeView: 'Andere Stimmen in der Rangliste',

  leads: 'Liegt vorn: Das Intervall liegt über allen anderen.',
  deadHeat: (others) => `Totes Rennen um den ersten Platz mit ${others}.`,
  ranks: (first, last, of) =>
    first === last
      ? `Rang ${first} von ${of} bewerteten.`
      : `Rang ${first} bis ${last} von ${of} bewerteten.`,
  rating: (points) => `Wertung ${points}`,
  together: (low, high) => `; zwischen ${low} und ${high}, wenn alle zugleich unterschieden werden`,
  provisional: (needs) => `Noch keine Wertung: vorläufig, ${needs}.`,
  unrated: (needs) => `Noch keine Wertung: ${needs}.`,
  noBoardYet: 'Kam erst nach dieser Rangliste hinzu.',
  preview: 'Die Intervalle sind vorerst geschätzt.',
  record: (wins, losses, ties, bothBad) =>
    `${count(wins)} gewonnen, ${count(losses)} verloren, ${count(ties)} unentschieden${bothBad > 0 ? `, davon ${count(bothBad)} beide schlecht` : ''}.`,

  what: 'Worum es sich handelt',
  model: 'Modell',
  provider: 'Anbieter',
  params: 'Parameter',
  family: 'Familie',
  owner: 'Gehört',
  controlOf: 'Noch einmal dasselbe wie',
  madeElsewhere: 'Die Antworten sind anderswo entstanden.',
  noModel: 'nicht bekannt',
  checks: 'Bestandene Prüfungen',
  checked: (passed, of) => `${count(passed)} von ${count(of)}`,
  bar: { met: 'Hürde genommen', missed: 'Hürde verfehlt' },

  opponents: 'Gegen jeden Gegner',
  opponentsCaption:
    'Anteil der Siege an den entschiedenen Stimmen, mit Wilsons 95-%-Intervall, jedes für sich genommen; die Linie ist die Hälfte. Fett: Das Intervall enthält die Hälfte nicht. Von zwanzig gleich starken Gegnern sieht einer durch Zufall ungleich aus.',
  opponent: 'Gegner',
  won: 'Gewonnen',
  interval: '95\u00a0%',
  counts: 'Gewonnen · verloren · unentschieden',
  countsOf: (wins, losses, ties) =>
    `${count(wins)} gewonnen, ${count(losses)} verloren, ${count(ties)} unentschieden`,
  metNobody: 'In diesen Stimmen gab es keinen Gegner.',

  prompts: 'Beste und schlechteste Prompts',
  promptsCaption: (score, n) =>
    `Siege, und Unentschieden zur Hälfte, je Stimme zu einem Prompt: ${score} über ${n === 1 ? 'den einen Prompt' : `alle ${count(n)} Prompts`}, das ist die Linie. Geordnet nach dem Ende des Intervalls, das am wenigsten behauptet; die Gegner können von Prompt zu Prompt andere sein.`,
  best: 'Beste',
  worst: 'Schlechteste',
  standsOut: 'sticht heraus',
  someStandOut: (n) =>
    `${counted(n, 'dieser Prompts weicht', 'dieser Prompts weichen')} von den übrigen stärker ab, als der Zufall erklärt, alle Prompts zusammen betrachtet.`,
  noneStandsOut:
    'Keiner davon weicht von den übrigen stärker ab, als der Zufall erklärt, alle Prompts zusammen betrachtet.',
  prompt: 'Prompt',
  score: 'Ergebnis',
  aBattle: 'Ein Duell',
  battleOn: (prompt) => `Ein Duell zu ${prompt}`,
  noBest: 'Bei keinem besser als im Ganzen.',
  noWorst: 'Bei keinem schlechter als im Ganzen.',
  noPrompts: 'In diesen Stimmen gibt es keine zu einem Prompt.',

  asked: 'Wie gefragt wird',
  system: 'System-Prompt',
  template: 'Vorlage',
  beside: 'Daneben',
  nobody: 'niemand',
  same: 'Hier sind beide gleich.',
  onlyHere: (name) => `nur ${name}:`,
  removedKey: (name) => `durchgestrichen: nur ${name}`,
  addedKey: (name) => `unterstrichen: nur ${name}`,
  noText: 'keine Angabe',
  paramsOf: 'Parameter',

  battles: 'Duelle',
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
  },
  noPrompt: 'ohne Prompt',

  judging: 'Beurteilung',
  inconsistentVotes: (n) =>
    `${counted(n, 'Unentschieden stammt', 'Unentschieden stammen')} von einem Urteil, das in jeder Reihenfolge eine andere Antwort vorzog.`,
  failedJudgements: (n, causes) =>
    `${counted(n, 'Urteil', 'Urteile')} mit ${plural(n, 'einer Antwort', 'Antworten')} von hier ${plural(n, 'ist gescheitert und zählt', 'sind gescheitert und zählen')} nicht: ${causes}.`,
  nothingFailed: 'Kein Urteil über diese Antworten ist gescheitert, und keines widersprach sich.',
}
