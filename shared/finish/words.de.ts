import { joinNames, twoDigits, withCommas } from '../sentence/count.ts'
import type { Words } from './words.en.ts'

const figure = (n: number) => withCommas(n).replaceAll(',', '.')
/** 1 Stimme, 1.200 Stimmen */
const counted = (n: number, singular: string, plural: string) => `${figure(n)} ${n === 1 ? singular : plural}`
const votes = (n: number) => counted(n, 'Stimme', 'Stimmen')
const prompts = (n: number) => counted(n, 'Prompt', 'Prompts')
const people = (n: number | null) =>
  n === 1 ? 'für diese eine Person' : `unter diesen ${n === null ? 'Personen' : `${figure(n)} Personen`}`
const onPrompts = (n: number | null) =>
  n === 1 ? 'bei diesem einen Prompt' : `bei diesen ${n === null ? 'Prompts' : prompts(n)}`
const about = (n: number) => twoDigits(n, figure)
const decimal = (level: number) => String(Number((100 * level).toPrecision(4))).replace('.', ',')

const DEAD_HEAT = 'Totes Rennen.'
const upperCased = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The words of a board in German. */
export const de: Words = {
  figure,
  votes,
  voters: (n) => counted(n, 'Stimmender', 'Stimmende'),
  judges: (n) => counted(n, 'Richter', 'Richter'),
  longBar: 'Ein langer Balken: darüber ist wenig bekannt.',
  heldBack: (n) => `${figure(n)} zurückgehalten`,
  prompts,
  listed: (names) => joinNames(names, 'und'),

  deadHeat: DEAD_HEAT,
  crossTogether: (names) =>
    `${joinNames(names, 'und')} ${names.length === 1 ? 'geht durchs Ziel' : 'gehen gemeinsam durchs Ziel'}.`,
  countCrosses: (heat, rated) =>
    heat === rated
      ? `${heat === 2 ? 'Beide' : `Alle ${figure(heat)}`} gehen gemeinsam durchs Ziel.`
      : `${figure(heat)} von ${figure(rated)} ${heat === 1 ? 'geht durchs Ziel' : 'gehen gemeinsam durchs Ziel'}.`,
  leads: (name, hasGap) => `${name} führt${hasGap ? '' : '.'}`,
  wins: (name, hasGap) => `${name} gewinnt${hasGap ? '' : '.'}`,
  clearBy: (points) => {
    if (points < 1) return 'mit weniger als 1 Punkt Abstand.'
    return `mit ${counted(points, 'Punkt', 'Punkten')} Abstand.`
  },
  notDecided: 'Noch nicht entschieden.',
  unbeaten: (name) =>
    `${name} hat nichts verloren. Ob das ein Sieg ist, wird gelesen, als wäre eine der gewonnenen Stimmen verloren; die Balken sind die der Stimmen.`,
  decision: {
    decides: (n, day) =>
      `Entscheidung ${[...(day === null ? [] : [`am ${day}`]), ...(n === null ? [] : [`nach ${votes(n)}`])].join(' oder ')}`,
    soFar: (n) => `bisher ${figure(n)}`,
    sealed: (day) => `Plan versiegelt am ${day}`,
    notSealed: 'dies ist nicht die versiegelte Frage',
    voters: { humans: 'durch Stimmen von Menschen', judges: 'durch Stimmen von Richtern' },
    changed: (day, parts) => `nach Stimmen geändert, ${day}: ${joinNames(parts, 'und')}`,
    parts: {
      question: 'Frage',
      contestants: 'Teilnehmer',
      prompts: 'Prompts',
      view: 'wessen Stimmen entscheiden',
      criteria: 'Kriterien',
      units: 'Einheiten',
      level: 'Niveau',
      gate: 'Gate',
      decides: 'Tag',
    },
    decided: (day, n, isPlanned, state, leader) =>
      `Entschieden am ${day}, ${isPlanned ? 'wie geplant ' : ''}nach ${votes(n)}: ${
        state === 'first_votes'
          ? 'nicht entschieden, zu wenige Stimmen'
          : state === 'wins'
            ? `${leader} gewinnt`
            : leader === null
              ? 'kein Sieg'
              : `kein Sieg, ${leader} führte`
      }`,
    since: (n) => `seither ${votes(n)}`,
    openEnded: 'Ohne Ende:',
    onlyIfHeld: 'Sieg nur, wenn der Vorsprung bei jedem Blick hält',
  },
  noIntervals: 'Wertungen ohne Intervalle.',
  nothingSaid: 'Sie sagen nichts darüber, wer vorn ist.',
  closedOn: (day, n) => `Beendet am ${day}${n > 0 ? ` nach ${votes(n)}` : ''}.`,
  noVotesYet: 'Noch keine Stimmen.',
  noVotes: 'Keine Stimmen.',
  firstVotes: (n) => `${votes(n)}.`,
  firstRatings: (n) => `Erste Wertungen ab etwa ${figure(n)}.`,
  tooFewForRatings: 'Zu wenige Stimmen für Wertungen.',
  among: people,
  on: onPrompts,
  both: (among, on) => `${among} und ${on}`,
  scoped: (scope, lead) => `${upperCased(scope)}: ${lead === DEAD_HEAT ? 'totes Rennen.' : lead}`,
  tooFew: {
    people: (n) =>
      n === 1
        ? 'Eine einzige Person kann nicht für andere sprechen.'
        : 'Zu wenige haben abgestimmt, um für andere zu sprechen.',
    prompts: (n) =>
      n === 1
        ? 'Ein einziger Prompt kann nicht für andere sprechen.'
        : 'Es sind zu wenige Prompts, um für andere zu sprechen.',
  },

  leadsAlone: (ahead, behind, points, margin) =>
    `Diese beiden allein: ${ahead} liegt ${figure(points)} ± ${figure(margin)} Punkte ${behind === null ? 'vorn' : `vor ${behind}`}.`,
  settle: ({ by, votes, prompts, voters }) =>
    ({
      votes: `Etwa ${about(votes)} weitere Stimmen wie diese würden den Ersten von allen anderen trennen.`,
      prompts: `Mehr Stimmen zu diesen Prompts würden es nicht entscheiden. Etwa ${about(prompts ?? votes)} weitere Prompts schon.`,
      voters: `Mehr Stimmen dieser Personen würden es nicht entscheiden. Etwa ${about(voters ?? votes)} weitere Personen schon.`,
      both: `Etwa ${about(prompts ?? votes)} weitere Prompts und ${about(voters ?? votes)} weitere Personen würden es entscheiden, keines von beiden allein.`,
    })[by],
  since: (day, changes) => `Seit dem ${day}: ${changes}.`,
  byRun: (changes) => `Dieser Lauf: ${changes}.`,
  changed: {
    more: (n) => counted(n, 'weitere Stimme', 'weitere Stimmen'),
    fewer: (n) => counted(n, 'Stimme weniger', 'Stimmen weniger'),
    leads: (name) => `${name} führt jetzt`,
    wins: (name) => `${name} gewinnt jetzt`,
    leadLost: (name) => `${name} führt nicht mehr`,
    joined: (names) =>
      `${joinNames(names, 'und')} ${names.length === 1 ? 'ist' : 'sind'} jetzt im toten Rennen`,
    left: (names) => `${joinNames(names, 'und')} ${names.length === 1 ? 'fiel' : 'fielen'} zurück`,
    others: (n) => counted(n, 'weiterer', 'weitere'),
    enters: (name, place) => `${name} kommt auf ${place}`,
    nowAt: (name, place) => `${name} ist jetzt auf ${place}`,
    was: (place) => `war ${place}`,
    isNew: 'neu',
    nothing: 'keine Stimme kam oder ging',
    notKept: (day, first) =>
      first === null
        ? `Es gibt keinen Stand vom ${day}.`
        : `Es gibt keinen Stand vom ${day}; der erste ist vom ${first}.`,
    added: (n) => counted(n, 'Teilnehmer mehr hat eine Wertung', 'Teilnehmer mehr haben eine Wertung'),
    same: 'der erste Platz ist derselbe',
  },

  rule: 'Überlappende Balken sind ein totes Rennen.',
  bars: (level, over) =>
    `${decimal(level)}-%-Konfidenzintervalle der Bradley-Terry-Wertung, Bootstrap über ${over}.`,
  barsShort: (level) => `${decimal(level)}-%-Konfidenzintervalle, Bootstrap.`,
  over: { prompt: 'Prompts', voter: 'Stimmende', vote: 'einzelne Stimmen' },
  countsAlone: 'Bis dahin zeigt die Tabelle nur Zählungen. Für Plätze ist es zu früh.',

  groupHeat: (heat, rated) => `Totes Rennen um Platz 1: ${figure(heat)} von ${figure(rated)}`,
  groupLeads: 'Führt',
  groupWins: 'Sieger',
  groupBehind: 'Dahinter',
  countBehind: (behind, rated) => `Dahinter: ${figure(behind)} von ${figure(rated)}`,
  behindNote: 'ihre Balken enden vor der Linie',
  groupRated: 'Mit Wertung',
  groupUnrated: 'Noch ohne Wertung',
  tooFewVotes: (n, of) => `${figure(n)} von ${votes(of)}`,
  tooFewLinked: (of) => `weniger als ${votes(of)} mit gewerteten Teilnehmern`,
  notLinked: 'keine Stimme vergleicht ihn mit den anderen',
  more: (n) => `${figure(n)} weitere`,
  thinBars: 'je ein dünner Balken',
  byRating: (nth) => `${figure(nth)}. nach Wertung`,
  unratedCount: (n) => `${figure(n)} noch ohne Wertung`,

  retired: (name) => `${name} (zurückgezogen)`,
  place: 'Platz',
  contestant: 'Teilnehmer',
  rating: 'Wertung',
  interval: (level) => `${decimal(level)}-%-Intervall`,
  winRate: 'Siegquote',
  votesHead: 'Stimmen',
  won: 'Siege',
  lost: 'Verloren',
  tied: 'Remis',
  finishLine: 'Ziellinie',
  pointsClear: (points) =>
    points < 1 ? 'weniger als 1 Punkt Abstand' : `${counted(points, 'Punkt', 'Punkte')} Abstand`,
  percent: (percent) => `${percent} %`,
  votesUntil: (n, of) => `${figure(n)} von etwa ${votes(of)}`,
  untilRatings: 'bis zu den ersten Wertungen',

  openBoard: (title) => `${title}: alle Ergebnisse`,
  wonSince: (n, day, fell) =>
    `Der Sieger siegt auf jeder Tafel seit Stimme ${figure(n)}, ${day}.${fell > 0 ? ` Davor verlor ein Sieger ${times(fell)} den ersten Platz.` : ''}`,
  wonBefore: (fell) => `Es gab schon einen Sieger; er verlor ${times(fell)} den ersten Platz.`,
  quarantined: {
    same: (n) => `${inQuarantine(n)} bliebe der erste Platz, wie er ist.`,
    leads: (n, name) => `${inQuarantine(n)} würde ${name} führen.`,
    wins: (n, name) => `${inQuarantine(n)} würde ${name} gewinnen.`,
    dead_heat: (n, names) => `${inQuarantine(n)} lägen ${names} in einem toten Rennen um Platz 1.`,
    first_votes: (n) => `${inQuarantine(n)} hätte niemand eine Wertung.`,
  },

  badgeNothing: 'Wertungen ohne Intervalle',
  badgeHeat: (heat, rated) => `totes Rennen, ${figure(heat)} von ${figure(rated)}`,
  badgeLeads: (name, points) => `${name} führt${badgeClear(points)}`,
  badgeWins: (name, points) => `${name} gewinnt${badgeClear(points)}`,
  edge: {
    past: 'sein Balken liegt hinter der Ziellinie',
    crosses: 'sein Balken kreuzt die Ziellinie',
    short: 'sein Balken endet vor der Ziellinie',
  },
  describePlace: (place) => `Platz ${place}`,
  describeRating: (rating) => `Wertung ${rating}`,
  describeRecord: (won, lost, tied) =>
    `${counted(won, 'Sieg', 'Siege')}, ${figure(lost)} verloren, ${figure(tied)} remis`,
}

const badgeClear = (points: number | null) => {
  if (points === null) return ''
  return points < 1 ? ', Abstand unter 1' : `, Abstand ${figure(points)}`
}

const times = (n: number) => (n === 1 ? 'einmal' : n === 2 ? 'zweimal' : `${figure(n)}-mal`)

const inQuarantine = (n: number) =>
  n === 1
    ? '1 Stimme ist in Quarantäne und zählt nicht. Mit ihr'
    : `${figure(n)} Stimmen sind in Quarantäne und zählen nicht. Mit ihnen`
