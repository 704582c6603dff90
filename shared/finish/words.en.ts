/**
 * The words of a board in English. Names in values are as they are shown, days are such as "3 May 2024", `level` and
 * `percent` are in per cent.
 */
export const en = {
  votes: { one: '{count} vote', other: '{count} votes' },
  voters: { one: '{count} voter', other: '{count} voters' },
  judges: { one: '{count} judge', other: '{count} judges' },
  prompts: { one: '{count} prompt', other: '{count} prompts' },
  longBar: 'A long bar: little is known of it.',
  heldBack: '{votes} held back',

  deadHeat: 'Dead heat.',
  /** `count` of names. */
  crossTogether: { one: '{names} crosses the line.', other: '{names} cross the line together.' },
  allCross: { 2: 'Both cross the line together.', other: 'All {count} cross the line together.' },
  someCross: {
    one: '{count} of {rated} crosses the line.',
    other: '{count} of {rated} cross the line together.',
  },
  /** Alone, or with `clearBy` after it. */
  leads: { alone: '{name} leads.', ahead: '{name} leads,' },
  wins: { alone: '{name} wins.', ahead: '{name} wins,' },
  /** 0: the gap is smaller than a point. */
  clearBy: { 0: 'less than 1 point clear.', one: '{count} point clear.', other: '{count} points clear.' },
  notDecided: 'Not decided yet.',
  unbeaten:
    '{name} lost nothing. To decide whether it wins, one of its wins is read as a loss; the bars are those of the votes.',
  decision: {
    /** A day is "1 Dec". */
    decides: {
      votes: 'Decides after {votes}',
      at: 'Decides on {day}',
      either: 'Decides on {day} or after {votes}',
    },
    soFar: '{votes} so far',
    sealed: 'plan sealed {day}',
    notSealed: 'this is not the sealed question',
    voters: { humans: 'by votes of people', judges: 'by votes of judges' },
    changed: 'changed after votes, {day}: {parts}',
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
    decided: 'Decided {day}, after {votes}: {result}',
    decidedAsPlanned: 'Decided {day}, after {votes} as planned: {result}',
    results: {
      first_votes: 'not decided, too few votes',
      wins: '{leader} wins',
      leads: 'no winner, {leader} led',
      dead_heat: 'no winner',
    },
    since: '{votes} since',
    openEnded: 'Open-ended:',
    onlyIfLeadHolds: 'a winner only if the lead holds however often you look',
  },
  noIntervals: 'Ratings without intervals.',
  nothingSaid: 'They say nothing of who is first.',
  closedOn: 'Closed on {day}.',
  closedAfter: 'Closed on {day} after {votes}.',
  noVotesYet: 'No votes yet.',
  noVotes: 'No votes.',
  noneCounts: 'No vote counts here.',
  judgesFailed: 'The judges failed their evaluation, so their votes are left out.',
  firstVotes: { one: '{count} vote.', other: '{count} votes.' },
  firstRatings: 'First ratings from about {votes}.',
  /** Of a board that closed. */
  tooFewForRatings: 'Too few votes for ratings.',
  /** What a headline begins with if a board speaks for nobody else, such as "among these 7 people". */
  among: { 1: 'for this one person', other: 'among these {count} people' },
  amongThese: 'among these people',
  on: { 1: 'on this one prompt', other: 'on these {count} prompts' },
  onThese: 'on these prompts',
  both: '{among} and {on}',
  scoped: '{scope}, {lead}',
  /** "Among these 7 people, a dead heat." A dead heat takes its article within a sentence. */
  deadHeatScoped: 'a dead heat.',
  tooFew: {
    these_people: {
      1: 'One person cannot speak for others.',
      other: 'Too few have voted to speak for others.',
    },
    these_prompts: {
      1: 'One prompt cannot speak for others.',
      other: 'The prompts are too few to speak for others.',
    },
  },

  /** Of two. */
  leadsAlone: 'These two alone: {ahead} is {points} ± {margin} points ahead.',
  /** Of more than two. */
  leadsAloneNamed: 'These two alone: {ahead} is {points} ± {margin} points ahead of {behind}.',
  settle: {
    votes: 'About {votes} more votes like these may show a clear leader.',
    prompts: 'More votes on these prompts would not settle it. About {prompts} more prompts may.',
    voters: 'More votes of these people would not settle it. About {voters} more people may.',
    both: 'About {prompts} more prompts and {voters} more people may settle it. Neither alone would.',
  },
  since: 'Since {day}: {changes}.',
  /** What a run of judges changed. */
  byRun: 'This run: {changes}.',
  changed: {
    more: { one: '{count} more vote', other: '{count} more votes' },
    fewer: { one: '{count} vote less', other: '{count} votes less' },
    leads: '{name} now leads',
    wins: '{name} now wins',
    leadLost: '{name} no longer leads',
    /** `count` of names. */
    joined: { one: '{names} is now in the dead heat', other: '{names} are now in the dead heat' },
    left: { other: '{names} fell behind' },
    others: { one: '{count} other', other: '{count} others' },
    enters: '{name} enters at {place}',
    nowAt: '{name} is now {place}',
    was: 'was {place}',
    isNew: 'new',
    nothing: 'no vote came or went',
    noneKept: 'No board of {day} is kept.',
    notKept: 'No board of {day} is kept; the first is of {first}.',
    added: { one: '{count} contestant more is rated', other: '{count} contestants more are rated' },
    same: 'first place is the same',
  },

  rule: 'Bars that reach the line share first.',
  /** For how many looks an interval holds, and for whom. Whatever shows intervals says it by one of these. */
  margin: {
    board: {
      one: 'Each bar is for one rating, at one look. A winner is declared for this look alone.',
      any: 'Each bar is for one rating, at one look. A winner must hold however often you look.',
    },
    /** Of two that are compared. */
    pair: {
      one: 'Interval and p are for these two alone, at one look at these votes.',
      any: 'Interval and p are for these two alone, and hold however often you look.',
    },
    /** Of pairs in a list. */
    pairs: 'Each interval is for its pair alone, at one look.',
  },
  bars: 'Bars are {level} % confidence intervals of a Bradley-Terry rating, by bootstrap over {over}.',
  barsShort: '{level} % confidence intervals, by bootstrap.',
  over: { prompt: 'prompts', voter: 'voters', vote: 'single votes' },
  countsAlone: 'Until then the board shows counts alone. It is too early for places.',

  groupHeat: 'Dead heat for first: {heat} of {rated}',
  groupLeads: 'Leads',
  groupWins: 'Winner',
  groupBehind: 'Behind',
  countBehind: 'Behind: {behind} of {rated}',
  behindNote: 'their bars end before the line',
  groupRated: 'Rated',
  groupUnrated: 'Not rated yet',
  tooFewVotes: '{has} of {votes}',
  tooFewLinked: 'fewer than {votes} with rated contestants',
  notLinked: 'no vote compares it with the others',
  more: '{contestants} more',
  thinBars: 'a thin bar each',
  byRating: {
    one: '{nth}st by rating',
    two: '{nth}nd by rating',
    few: '{nth}rd by rating',
    other: '{nth}th by rating',
  },
  unratedCount: '{contestants} not rated yet',

  retired: '{name} (retired)',
  place: 'Place',
  contestant: 'Contestant',
  rating: 'Rating',
  interval: '{level} % interval',
  winRate: 'Win rate',
  votesHead: 'Votes',
  won: 'Won',
  lost: 'Lost',
  tied: 'Tied',
  finishLine: 'finish line',
  /** 0: the gap is smaller than a point. */
  pointsClear: { 0: 'less than 1 point clear', one: '{count} point clear', other: '{count} points clear' },
  percent: '{percent} %',
  votesUntil: '{has} of about {votes}',
  untilRatings: 'until the first ratings',

  openBoard: '{title}: all results',
  inQuarantine: {
    one: '{count} vote is in quarantine and does not count. With it,',
    other: '{count} votes are in quarantine and do not count. With them,',
  },
  quarantined: {
    same: '{inQuarantine} first place would be the same.',
    leads: '{inQuarantine} {names} would lead.',
    wins: '{inQuarantine} {names} would win.',
    dead_heat: '{inQuarantine} {names} would be in a dead heat for first.',
    first_votes: '{inQuarantine} nobody would be rated.',
  },

  /** What changes how a board is read, where its warnings have no room. */
  caution: {
    judges_uncalibrated: 'judges failed their check',
    uncalibrated_judge: 'judges not checked',
    one_sided_failures: 'answers missing',
    few_units: 'few prompts or voters',
  },
  badge: {
    noIntervals: 'ratings without intervals',
    heat: 'dead heat, {heat} of {rated}',
    leads: '{name} leads',
    wins: '{name} wins',
    clear: { 0: ', under 1 clear', other: ', {count} clear' },
  },
  edge: {
    past: 'its bar lies past the finish line',
    crosses: 'its bar crosses the finish line',
    short: 'its bar ends before the finish line',
  },
  describePlace: 'place {place}',
  describeRating: 'rating {rating}',
  /** `count` won. */
  describeRecord: { other: 'won {count}, lost {lost}, tied {tied}' },
} as const
