import type { Shortage, RailState } from '../../../shared/votes/rail-state.ts'
import { count, counted, measure, share } from '../ui/figures.ts'
import { chance, fineShare } from '../ui/shares.ts'
import { withTerms } from './in-languages.ts'

const prompts = (n: number) => counted(n, 'prompt', 'prompts')

const promptsDe = (n: number) => counted(n, 'Prompt', 'Prompts')

const votes = (n: number) => counted(n, 'vote', 'votes')

const votesDe = (n: number) => counted(n, 'Stimme', 'Stimmen')

/** Whether one contestant replaces another. Names arrive ready to be shown. */
export const compare = withTerms({
  en: {
    isRetired: (name: string) => `${name} (retired)`,
    title: 'Compare',
    comparing: 'Comparing …',

    choice: 'What to compare, and how',
    incumbent: 'In place of',
    choose: 'Choose one',
    swap: 'Swap the two',
    source: 'Votes of',
    sources: {
      humans: 'Humans',
      judges: 'All judges',
      all: 'All votes',
      simulated: 'Simulated',
      live: 'Live battles',
    } as Record<string, string>,
    judge: (name: string) => `Judge “${name}”`,
    gate: 'Gate',
    gateOfArena: 'As set for this arena',
    preset: (name: string, rate: number, n: number) => `${name}: ${share(rate)}, ${votes(n)}`,
    presetNames: { cosmetic: 'Cosmetic', default: 'Default', critical: 'Critical' },
    looks: 'Check the result',
    looksOfBoard: 'As on the board',
    once: 'Once',
    often: 'Any number of times',

    nothing: ['Does one replace the other?', 'Choose a challenger and the contestant that it would replace.'],
    twice: ['Both are the same contestant.', 'Choose two different ones.'],
    notLikeThis: 'These two cannot be compared like this.',
    failed: 'The comparison could not be loaded.',
    noArena: (arena: string) => `There is no arena “${arena}” here.`,

    ship: (a: string) => `Ship ${a}.`,
    passes: (preset: string, b: string, rails: readonly RailState[]) =>
      `It passes the ${preset} gate against ${b}${rails.length === 0 ? '' : rails.every((one) => one === 'holds') ? ', and every guardrail holds' : ', and no guardrail is broken'}.`,
    doNotShip: (a: string) => `Do not ship ${a}.`,
    heldBack: 'Held back.',
    notDecided: 'Not decided yet.',
    moreVotes: (n: number | null) =>
      n === null
        ? 'Twenty times as many votes like these would not decide it'
        : `About ${counted(n, 'more vote', 'more votes')}`,
    beyondReach: 'It takes more than the prompts and judges of this arena',
    shortOfVotes: ({ prompts, judges, mostVotes, morePrompts }: Shortage) =>
      `${counted(prompts, 'prompt', 'prompts')} and ${counted(judges, 'judge', 'judges')} give at most ${votes(mostVotes)}: add ${counted(morePrompts, 'prompt', 'prompts')} or judges, or require fewer votes`,
    shortOfSignificance: ({ prompts, judges, mostVotes, neededVotes, morePrompts }: Shortage) =>
      `${counted(prompts, 'prompt', 'prompts')} and ${counted(judges, 'judge', 'judges')} give at most ${votes(mostVotes)}, and about ${votes(neededVotes)} would be significant: add about ${counted(morePrompts, 'prompt', 'prompts')}`,
    opening: (more: string, why: string) => `${more}: ${why}.`,
    tooFewVotes: (criterion: string, n: number, asked: number) =>
      `${criterion} has ${votes(n)} of the ${count(asked)} required`,
    lost: (criterion: string, rate: number, b: string) =>
      `${criterion}, with a win rate of ${fineShare(rate)}, is significantly in favour of ${b}`,
    rateTooLow: (criterion: string, rate: number, asked: number) =>
      `${criterion} has a win rate of ${fineShare(rate)}, below the required ${share(asked)}`,
    notSignificant: (criterion: string, rate: number, p: number) =>
      `a win rate of ${fineShare(rate)} on ${criterion} is not significant (p ${chance(p)})`,
    notSignificantYet: (criterion: string, rate: number, p: number) =>
      `a win rate of ${fineShare(rate)} on ${criterion} is not significant yet (p ${chance(p)})`,
    gateNames: { cosmetic: 'cosmetic', default: 'default', critical: 'critical' } as Record<string, string>,

    criteria: 'Criterion by criterion',
    columns: {
      criterion: 'Criterion',
      plot: 'Win rate and interval',
      rate: 'Win rate',
      interval: (level: number) => `${share(level)} interval`,
      won: 'Won',
      lost: 'Lost',
      tied: 'Tied',
      votes: 'Votes',
      p: 'p',
      holm: 'p (Holm)',
      gate: 'Gate',
    },
    askedFor: (asked: number) => `required: ${share(asked)}`,
    verdicts: { ship: 'passes', do_not_ship: 'fails', not_decided_yet: 'open' },
    inconsistent: (n: number) => `${count(n)} inconsistent`,
    bothBad: (n: number) => `${count(n)} both bad`,
    byChecks: (n: number) => `${count(n)} by checks`,
    failedJudgements: (n: number) => `${count(n)} failed`,
    aside: {
      inconsistent:
        'Inconsistent: the judge preferred a different answer in each order, which counts as a tie.',
      failed: 'Failed: no readable verdict, no vote.',
      byChecks: 'By checks: an answer failed a gating check, so no judge was asked.',
    },
    legend: (level: number, isGrouped: boolean) =>
      `Tick: win rate; a tie is half a win. Bar: its ${share(level)} interval, by ${isGrouped ? 'groups of prompts' : 'prompts'} and people. Dashed: required.`,
    legendP: 'The gate decides by p with Holm’s correction for all criteria.',
    legendLooks: (isOften: boolean) =>
      `Interval and p hold ${isOften ? 'however often you look' : 'for one look at these votes'}.`,
    notes: 'Notes on this comparison',

    rails: 'Guardrails',
    noRails: 'None applies: no check covers both contestants, and there are fewer than two categories.',
    railStates: { holds: 'holds', behind: 'open', few: 'open', broken: 'broken' },
    category: (category: string, rate: number, n: number, criterion: string) =>
      `Category ${category}: ${fineShare(rate)} of ${votes(n)} under ${criterion}`,
    categoryStates: {
      holds: ', no significant loss',
      behind: ', behind, but not significantly',
      few: ', too few votes to say anything',
    },
    categoryLost: (p: number) => `, lost significantly (p ${chance(p)})`,
    check: (check: string, a: number, b: number, of: number, [own, other]: readonly [string, string]) =>
      `Check ${check}: passed by ${count(a)} answers of ${own} and ${count(b)} of ${other}, of ${count(of)}`,
    spending: (
      rail: 'cost' | 'latency',
      [own, other]: readonly [number, number],
      n: number,
      ratio: number | null,
      most: number,
    ) => {
      const unit = rail === 'cost' ? 'USD' : 'ms'
      const times = ratio === null ? 'infinitely more' : `${measure(ratio)} times as much`
      return `${rail === 'cost' ? 'Cost' : 'Latency'}: ${measure(own)} and ${measure(other)} ${unit} an answer over ${prompts(n)}, ${times}; allowed: ${measure(most)} times`
    },

    kinds: { losses: 'Lost', wins: 'Won', ties: 'Tied' },
    kindsOf: 'Which battles',
    allBattles: 'All of them',
    none: { losses: 'Nothing was lost.', wins: 'Nothing was won.', ties: 'Nothing was tied.' },

    asJson: 'As JSON',
  },
  de: {
    isRetired: (name) => `${name} (zurückgezogen)`,
    title: 'Vergleich',
    comparing: 'Wird verglichen …',

    choice: 'Was verglichen wird, und wie',
    incumbent: 'Anstelle von',
    choose: 'Auswählen',
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
    gate: 'Hürde',
    gateOfArena: 'Wie für diese Arena festgelegt',
    preset: (name, rate, n) => `${name}: ${share(rate)}, ${votesDe(n)}`,
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
      `${counted(prompts, 'Prompt', 'Prompts')} und ${count(judges)} Richter geben höchstens ${votesDe(mostVotes)}: ${counted(morePrompts, 'Prompt', 'Prompts')} oder Richter hinzufügen, oder weniger Stimmen verlangen`,
    shortOfSignificance: ({ prompts, judges, mostVotes, neededVotes, morePrompts }) =>
      `${counted(prompts, 'Prompt', 'Prompts')} und ${count(judges)} Richter geben höchstens ${votesDe(mostVotes)}, signifikant wären etwa ${votesDe(neededVotes)}: etwa ${counted(morePrompts, 'Prompt', 'Prompts')} hinzufügen`,
    opening: (more, why) => `${more}: ${why}.`,
    tooFewVotes: (criterion, n, asked) => `${criterion} hat ${votesDe(n)}, verlangt sind ${count(asked)}`,
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
      `Strich: Siegquote; ein Unentschieden ist ein halber Sieg. Balken: ihr ${share(level)}-Intervall, nach ${isGrouped ? 'Gruppen von Prompts' : 'Prompts'} und Personen. Gestrichelt: verlangt.`,
    legendP: 'Die Hürde entscheidet nach p mit Holms Korrektur für alle Kriterien.',
    legendLooks: (isOften) =>
      `Intervall und p gelten${isOften ? ', so oft man auch hinsieht' : ' für einen Blick auf diese Stimmen'}.`,
    notes: 'Hinweise zu diesem Vergleich',

    rails: 'Leitplanken',
    noRails: 'Keine: Keine Prüfung umfasst beide Teilnehmer, und es gibt weniger als zwei Kategorien.',
    railStates: { holds: 'hält', behind: 'offen', few: 'offen', broken: 'durchbrochen' },
    category: (category, rate, n, criterion) =>
      `Kategorie ${category}: ${fineShare(rate)} von ${votesDe(n)} bei ${criterion}`,
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
      return `${rail === 'cost' ? 'Kosten' : 'Dauer'}: ${measure(own)} und ${measure(other)} ${unit} je Antwort bei ${promptsDe(n)}, ${times}; erlaubt: das ${measure(most)}-Fache`
    },

    kinds: { losses: 'Verloren', wins: 'Gewonnen', ties: 'Unentschieden' },
    kindsOf: 'Welche Duelle',
    allBattles: 'Alle davon',
    none: {
      losses: 'Nichts ging verloren.',
      wins: 'Nichts wurde gewonnen.',
      ties: 'Nichts blieb unentschieden.',
    },

    asJson: 'Als JSON',
  },
})
