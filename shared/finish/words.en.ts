import type { Settle } from '../contracts/board.ts'
import { joinNames, twoDigits, withCommas as figure } from '../sentence/count.ts'

/** 1 vote, 1,200 votes */
const counted = (n: number, singular: string, plural: string) => `${figure(n)} ${n === 1 ? singular : plural}`
const votes = (n: number) => counted(n, 'vote', 'votes')
const prompts = (n: number) => counted(n, 'prompt', 'prompts')
const people = (n: number | null) =>
  n === 1 ? 'for this one person' : `among these ${n === null ? 'people' : counted(n, 'person', 'people')}`
const onPrompts = (n: number | null) =>
  n === 1 ? 'on this one prompt' : `on these ${n === null ? 'prompts' : prompts(n)}`
const share = (level: number) => `${Number((100 * level).toPrecision(4))} %`
const clear = (points: number) =>
  points < 1 ? 'less than 1 point clear' : `${counted(points, 'point', 'points')} clear`

const DEAD_HEAT = 'Dead heat.'
const upperCased = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The words of a board in English. Names are texts as they are shown, figures are numbers. */
export const en = {
  figure,
  votes,
  voters: (n: number) => counted(n, 'voter', 'voters'),
  judges: (n: number) => counted(n, 'judge', 'judges'),
  longBar: 'A long bar: little is known of it.',
  heldBack: (n: number) => `${figure(n)} held back`,
  prompts,
  listed: (names: readonly string[]) => joinNames(names, 'and'),

  deadHeat: DEAD_HEAT,
  crossTogether: (names: readonly string[]) =>
    `${joinNames(names, 'and')} ${names.length === 1 ? 'crosses the line' : 'cross the line together'}.`,
  countCrosses: (heat: number, rated: number) =>
    heat === rated
      ? `${heat === 2 ? 'Both' : `All ${figure(heat)}`} cross the line together.`
      : `${figure(heat)} of ${figure(rated)} ${heat === 1 ? 'crosses the line' : 'cross the line together'}.`,
  /** Whether the gap follows: "A leads, 23 points clear." or "A leads." */
  leads: (name: string, hasGap: boolean) => `${name} leads${hasGap ? ',' : '.'}`,
  wins: (name: string, hasGap: boolean) => `${name} wins${hasGap ? ',' : '.'}`,
  /** @param points rounded; below 1: the gap is smaller than a point */
  clearBy: (points: number) => `${clear(points)}.`,
  notDecided: 'Not decided yet.',
  unbeaten: (name: string) =>
    `${name} lost nothing. To decide whether it wins, one of its wins is read as a loss; the bars are those of the votes.`,
  decision: {
    /** @param day "1 Dec" */
    decides: (n: number | null, day: string | null) =>
      `Decides ${[...(day === null ? [] : [`on ${day}`]), ...(n === null ? [] : [`after ${votes(n)}`])].join(' or ')}`,
    soFar: (n: number) => `${figure(n)} so far`,
    sealed: (day: string) => `plan sealed ${day}`,
    notSealed: 'this is not the sealed question',
    voters: { humans: 'by votes of people', judges: 'by votes of judges' },
    changed: (day: string, parts: readonly string[]) =>
      `changed after votes, ${day}: ${joinNames(parts, 'and')}`,
    parts: {
      question: 'question',
      contestants: 'contestants',
      prompts: 'prompts',
      view: 'whose votes decide',
      criteria: 'criteria',
      units: 'units',
      level: 'level',
      gate: 'gate',
      decides: 'day',
    },
    decided: (day: string, n: number, isPlanned: boolean, state: string, leader: string | null) =>
      `Decided ${day}, after ${votes(n)}${isPlanned ? ' as planned' : ''}: ${
        state === 'first_votes'
          ? 'not decided, too few votes'
          : state === 'wins'
            ? `${leader} wins`
            : leader === null
              ? 'no winner'
              : `no winner, ${leader} led`
      }`,
    since: (n: number) => `${votes(n)} since`,
    openEnded: 'Open-ended:',
    onlyIfHeld: 'a winner only if the lead holds however often you look',
  },
  noIntervals: 'Ratings without intervals.',
  nothingSaid: 'They say nothing of who is first.',
  /** @param day "3 May 2024" */
  closedOn: (day: string, n: number) => `Closed on ${day}${n > 0 ? ` after ${votes(n)}` : ''}.`,
  noVotesYet: 'No votes yet.',
  noVotes: 'No votes.',
  firstVotes: (n: number) => `${votes(n)}.`,
  firstRatings: (n: number) => `First ratings from about ${figure(n)}.`,
  /** Of a board that closed. */
  tooFewForRatings: 'Too few votes for ratings.',
  /** What a headline begins with if a board speaks for nobody else. */
  among: (voters: number | null) => people(voters),
  on: (n: number | null) => onPrompts(n),
  both: (among: string, on: string) => `${among} and ${on}`,
  /** "Among these 7 people, a dead heat." A dead heat takes its article within a sentence. */
  scoped: (scope: string, lead: string) =>
    `${upperCased(scope)}, ${lead === DEAD_HEAT ? 'a dead heat.' : lead}`,
  tooFew: {
    people: (n: number | null): string =>
      n === 1 ? 'One person cannot speak for others.' : 'Too few have voted to speak for others.',
    prompts: (n: number | null): string =>
      n === 1 ? 'One prompt cannot speak for others.' : 'The prompts are too few to speak for others.',
  },

  /** @param behind  null: there are only two */
  leadsAlone: (ahead: string, behind: string | null, points: number, margin: number) =>
    `These two alone: ${ahead} is ${figure(points)} ± ${figure(margin)} points ahead${behind === null ? '' : ` of ${behind}`}.`,
  settle: ({ by, votes, prompts, voters }: Settle): string =>
    ({
      votes: `About ${twoDigits(votes)} more votes like these would part the first from all others.`,
      prompts: `More votes on these prompts would not settle it. About ${twoDigits(prompts ?? votes)} more prompts would.`,
      voters: `More votes of these people would not settle it. About ${twoDigits(voters ?? votes)} more people would.`,
      both: `About ${twoDigits(prompts ?? votes)} more prompts and ${twoDigits(voters ?? votes)} more people would settle it. Neither alone would.`,
    })[by],
  /** @param day "3 May 2024" */
  since: (day: string, changes: string) => `Since ${day}: ${changes}.`,
  /** What a run of judges changed. */
  byRun: (changes: string) => `This run: ${changes}.`,
  changed: {
    more: (n: number) => counted(n, 'more vote', 'more votes'),
    fewer: (n: number) => counted(n, 'vote less', 'votes less'),
    leads: (name: string) => `${name} now leads`,
    wins: (name: string) => `${name} now wins`,
    leadLost: (name: string) => `${name} no longer leads`,
    joined: (names: readonly string[]) =>
      `${joinNames(names, 'and')} ${names.length === 1 ? 'is' : 'are'} now in the dead heat`,
    left: (names: readonly string[]) => `${joinNames(names, 'and')} fell behind`,
    others: (n: number) => counted(n, 'other', 'others'),
    enters: (name: string, place: string) => `${name} enters at ${place}`,
    nowAt: (name: string, place: string) => `${name} is now ${place}`,
    was: (place: string) => `was ${place}`,
    isNew: 'new',
    nothing: 'no vote came or went',
    notKept: (day: string, first: string | null) =>
      first === null
        ? `No board of ${day} is kept.`
        : `No board of ${day} is kept; the first is of ${first}.`,
    added: (n: number) => counted(n, 'contestant more is rated', 'contestants more are rated'),
    same: 'first place is the same',
  },

  rule: 'Bars that overlap are a dead heat.',
  bars: (level: number, over: string) =>
    `Bars are ${share(level)} confidence intervals of a Bradley-Terry rating, by bootstrap over ${over}.`,
  barsShort: (level: number) => `${share(level)} confidence intervals, by bootstrap.`,
  over: { prompt: 'prompts', voter: 'voters', vote: 'single votes' },
  countsAlone: 'Until then the board shows counts alone. It is too early for places.',

  groupHeat: (heat: number, rated: number) => `Dead heat for first: ${figure(heat)} of ${figure(rated)}`,
  groupLeads: 'Leads',
  groupWins: 'Winner',
  groupBehind: 'Behind',
  countBehind: (behind: number, rated: number) => `Behind: ${figure(behind)} of ${figure(rated)}`,
  behindNote: 'their bars end before the line',
  groupRated: 'Rated',
  groupUnrated: 'Not rated yet',
  tooFewVotes: (n: number, of: number) => `${figure(n)} of ${votes(of)}`,
  tooFewLinked: (of: number) => `fewer than ${votes(of)} with rated contestants`,
  notLinked: 'no vote compares it with the others',
  more: (n: number) => `${figure(n)} more`,
  thinBars: 'a thin bar each',
  /** @param nth at least 2 */
  byRating: (nth: number) => `${figure(nth)}${ordinal(nth)} by rating`,
  unratedCount: (n: number) => `${figure(n)} not rated yet`,

  retired: (name: string) => `${name} (retired)`,
  place: 'Place',
  contestant: 'Contestant',
  rating: 'Rating',
  interval: (level: number) => `${share(level)} interval`,
  winRate: 'Win rate',
  votesHead: 'Votes',
  won: 'Won',
  lost: 'Lost',
  tied: 'Tied',
  finishLine: 'finish line',
  pointsClear: clear,
  /** @param percent 0 … 100 */
  percent: (percent: number) => `${percent} %`,
  votesUntil: (n: number, of: number) => `${figure(n)} of about ${votes(of)}`,
  untilRatings: 'until the first ratings',

  openBoard: (title: string) => `${title}: all results`,
  /** @param day "3 May 2024" @param fell  how often an earlier winner did not stay one */
  wonSince: (n: number, day: string, fell: number) =>
    `The winner has won on every board since vote ${figure(n)}, ${day}.${fell > 0 ? ` Before that, a winner lost first place ${times(fell)}.` : ''}`,
  wonBefore: (fell: number) => `A contestant won before, and lost first place ${times(fell)}.`,
  quarantined: {
    same: (n: number) => `${inQuarantine(n)} first place would be the same.`,
    leads: (n: number, name: string) => `${inQuarantine(n)} ${name} would lead.`,
    wins: (n: number, name: string) => `${inQuarantine(n)} ${name} would win.`,
    dead_heat: (n: number, names: string) => `${inQuarantine(n)} ${names} would be in a dead heat for first.`,
    first_votes: (n: number) => `${inQuarantine(n)} nobody would be rated.`,
  },

  badgeNothing: 'ratings without intervals',
  badgeHeat: (heat: number, rated: number) => `dead heat, ${figure(heat)} of ${figure(rated)}`,
  badgeLeads: (name: string, points: number | null) => `${name} leads${badgeClear(points)}`,
  badgeWins: (name: string, points: number | null) => `${name} wins${badgeClear(points)}`,
  edge: {
    past: 'its bar lies past the finish line',
    crosses: 'its bar crosses the finish line',
    short: 'its bar ends before the finish line',
  },
  describePlace: (place: string) => `place ${place}`,
  describeRating: (rating: string) => `rating ${rating}`,
  describeRecord: (won: number, lost: number, tied: number) =>
    `won ${figure(won)}, lost ${figure(lost)}, tied ${figure(tied)}`,
}

const times = (n: number) => (n === 1 ? 'once' : n === 2 ? 'twice' : `${figure(n)} times`)

/** "3 votes are in quarantine and do not count. With them," */
const inQuarantine = (n: number) =>
  n === 1
    ? '1 vote is in quarantine and does not count. With it,'
    : `${figure(n)} votes are in quarantine and do not count. With them,`

const badgeClear = (points: number | null) => {
  if (points === null) return ''
  return points < 1 ? ', under 1 clear' : `, ${figure(points)} clear`
}

function ordinal(nth: number): string {
  const [tens, unit] = [nth % 100, nth % 10]
  if (tens >= 11 && tens <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][unit] ?? 'th'
}

export type Words = typeof en
