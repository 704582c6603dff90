import { count, counted, measure, share } from '../../ui/figures.ts'
import { chance, fineShare } from '../../ui/shares.ts'
import type * as en from './en.ts'

const prompts = (n: number) => counted(n, 'Prompt', 'Prompts')
const votes = (n: number) => counted(n, 'Stimme', 'Stimmen')

export const compare: typeof en.compare = {
  title: 'Vergleich',
  comparing: 'Wird verglichen …',

  choice: 'Was verglichen wird, und wie',
  incumbent: 'Anstelle von',
  choose: 'Auswählen',
  retired: (name) => `${name} (zurückgezogen)`,
  swap: 'Beide tauschen',
  source: 'Stimmen von',
  sources: {
    humans: 'Menschen',
    judges: 'allen Richtern',
    all: 'allen',
    simulated: 'Simulation',
    live: 'Live-Duellen',
  },
  judge: (name) => `Richter „${name}“`,
  allCriteria: 'Alle',
  gate: 'Hürde',
  gateOfArena: 'Wie für diese Arena festgelegt',
  preset: (name, rate, n) => `${name}: ${share(rate)}, ${votes(n)}`,
  presetNames: { cosmetic: 'Kosmetisch', default: 'Üblich', critical: 'Kritisch' },
  looks: 'Ergebnis ansehen',
  looksOfBoard: 'Wie auf der Rangliste',
  once: 'Einmal',
  often: 'Beliebig oft',

  nothing: [
    'Ersetzt einer den anderen?',
    'Einen Herausforderer wählen und den Teilnehmer, den er ersetzen würde.',
  ],
  twice: ['Beide sind derselbe Teilnehmer.', 'Zwei verschiedene wählen.'],
  notLikeThis: 'So lassen sich diese beiden nicht vergleichen.',
  failed: 'Der Vergleich konnte nicht geladen werden.',
  retrieved: (n) => `Abgerufener Kontext (${count(n)})`,
  battle: 'Das Duell',
  noArena: (arena) => `Eine Arena „${arena}“ gibt es hier nicht.`,

  ship: (a) => `${a} übernehmen.`,
  passes: (preset, b, rails) =>
    `Die ${preset} Hürde gegen ${b} ist genommen${rails.length === 0 ? '' : rails.every((one) => one === 'holds') ? ', und jede Leitplanke hält' : ', und keine Leitplanke ist durchbrochen'}.`,
  doNotShip: (a) => `${a} nicht übernehmen.`,
  heldBack: 'Zurückgehalten.',
  notDecided: 'Noch nicht entschieden.',
  moreVotes: (n) =>
    n === null
      ? 'Zwanzigmal so viele solche Stimmen würden es nicht entscheiden'
      : `Es fehlen etwa ${counted(n, 'Stimme', 'Stimmen')}`,
  beyondReach: 'Dafür reichen die Prompts und Richter dieser Arena nicht',
  shortOfVotes: ({ prompts, judges, mostVotes, morePrompts }) =>
    `${counted(prompts, 'Prompt', 'Prompts')} und ${count(judges)} Richter geben höchstens ${votes(mostVotes)}: ${counted(morePrompts, 'Prompt', 'Prompts')} oder Richter hinzufügen, oder weniger Stimmen verlangen`,
  shortOfSignificance: ({ prompts, judges, mostVotes, neededVotes, morePrompts }) =>
    `${counted(prompts, 'Prompt', 'Prompts')} und ${count(judges)} Richter geben höchstens ${votes(mostVotes)}, signifikant wären etwa ${votes(neededVotes)}: etwa ${counted(morePrompts, 'Prompt', 'Prompts')} hinzufügen`,
  opening: (more, why) => `${more}: ${why}.`,
  tooFewVotes: (criterion, n, asked) => `${criterion} hat ${votes(n)}, verlangt sind ${count(asked)}`,
  lost: (criterion, rate, b) =>
    `${criterion} spricht mit einer Siegquote von ${fineShare(rate)} signifikant für ${b}`,
  rateTooLow: (criterion, rate, asked) =>
    `${criterion} hat eine Siegquote von ${fineShare(rate)}, verlangt sind ${share(asked)}`,
  notSignificant: (criterion, rate, p) =>
    `eine Siegquote von ${fineShare(rate)} bei ${criterion} ist nicht signifikant (p ${chance(p)})`,
  notSignificantYet: (criterion, rate, p) =>
    `eine Siegquote von ${fineShare(rate)} bei ${criterion} ist noch nicht signifikant (p ${chance(p)})`,
  gateNames: { cosmetic: 'kosmetische', default: 'übliche', critical: 'kritische' },

  criteria: 'Kriterium für Kriterium',
  columns: {
    criterion: 'Kriterium',
    plot: 'Siegquote und Intervall',
    rate: 'Quote',
    interval: (level) => `${share(level)}-Intervall`,
    won: 'Siege',
    lost: 'Niederl.',
    tied: 'Unent.',
    votes: 'Stimmen',
    p: 'p',
    holm: 'p nach Holm',
    gate: 'Hürde',
  },
  askedFor: (asked) => `verlangt: ${share(asked)}`,
  verdicts: { ship: 'genommen', do_not_ship: 'gerissen', not_decided_yet: 'offen' },
  inconsistent: (n) => `${count(n)} widersprüchlich`,
  bothBad: (n) => `${count(n)}-mal beide schlecht`,
  byChecks: (n) => `${count(n)} durch Prüfungen`,
  failedJudgements: (n) => `${count(n)} gescheitert`,
  aside: {
    inconsistent:
      'Widersprüchlich: Der Richter zog in jeder Reihenfolge eine andere Antwort vor; das zählt als Unentschieden.',
    failed: 'Gescheitert: kein lesbares Urteil, keine Stimme.',
    byChecks:
      'Durch Prüfungen: Eine Antwort bestand eine Pflichtprüfung nicht, also wurde kein Richter gefragt.',
  },
  legend: (level, isGrouped) =>
    `Punkt: Siegquote; ein Unentschieden ist ein halber Sieg. Dick: ihr ${share(level)}-Intervall, nach ${isGrouped ? 'Gruppen von Prompts' : 'Prompts'} und Personen. Gestrichelt: verlangt.`,
  legendP: 'Die Hürde entscheidet nach p mit Holms Korrektur für alle Kriterien.',
  legendLooks: (isOften) =>
    `Intervall und p gelten${isOften ? ', so oft man auch hinsieht' : ' für einen Blick auf diese Stimmen'}.`,
  notes: 'Hinweise zu diesem Vergleich',

  rails: 'Leitplanken',
  noRails: 'Keine: Keine Prüfung umfasst beide Teilnehmer, und es gibt weniger als zwei Kategorien.',
  railStates: { holds: 'hält', behind: 'offen', few: 'offen', broken: 'durchbrochen' },
  category: (category, rate, n, criterion) =>
    `Kategorie ${category}: ${fineShare(rate)} von ${votes(n)} bei ${criterion}`,
  categoryStates: {
    holds: ', kein signifikanter Verlust',
    behind: ', im Rückstand, aber nicht signifikant',
    few: ', zu wenige Stimmen für eine Aussage',
  },
  categoryLost: (p) => `, signifikant verloren (p ${chance(p)})`,
  check: (check, a, b, of, [own, other]) =>
    `Prüfung ${check}: bestanden von ${count(a)} Antworten von ${own} und ${count(b)} von ${other}, von je ${count(of)}`,
  spending: (rail, [own, other], n, ratio, most) => {
    const unit = rail === 'cost' ? 'USD' : 'ms'
    const times = ratio === null ? 'unendlich viel mehr' : `das ${measure(ratio)}-Fache`
    return `${rail === 'cost' ? 'Kosten' : 'Dauer'}: ${measure(own)} und ${measure(other)} ${unit} je Antwort bei ${prompts(n)}, ${times}; erlaubt: das ${measure(most)}-Fache`
  },

  examples: 'Beispiel für Beispiel',
  kinds: { losses: 'Verloren', wins: 'Gewonnen', ties: 'Unentschieden' },
  kindsOf: 'Welche Beispiele',
  none: {
    losses: 'Nichts ging verloren.',
    wins: 'Nichts wurde gewonnen.',
    ties: 'Nichts blieb unentschieden.',
  },
  noPrompt: 'ohne Prompt',
  by: (judge) => `von ${judge}`,
  isInconsistent: 'widersprüchlich',
  failedChecks: (checks) => `nicht beurteilt: ${checks} nicht bestanden`,
  isBothBad: 'beide schlecht',
  noText: 'Der Text ist nicht bekannt.',
  onlyIn: (name) => `nur ${name}:`,
  reason: 'Begründung',
  reasons: 'Begründungen',
  shownFirst: (name) => `${name} zuerst gezeigt`,
  saidFor: (name) => `für ${name}`,
  saidTie: 'unentschieden',
  saidBothBad: 'beide schlecht',
  saidRanking: 'in einer Rangfolge',
  closed:
    'Zu lesen sind nur Texte zurückgezogener Prompts: Andere würden verraten, von wem welche Antwort ist.',
  more: (n) => `${count(n)} weitere zeigen`,
  shown: (n, of) => `${count(n)} von ${count(of)}`,

  asJson: 'Als JSON',
}
