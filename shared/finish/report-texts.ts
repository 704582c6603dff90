/** What the reports beside a board say, in English. The page has these texts in other languages. */
export const reportTexts = {
  tooLarge: 'Boards of more than 300 contestants or 500,000 votes have no such reports.',
  none: 'There are no votes in this view.',

  /** How well one strength for each contestant explains the votes. */
  fit: {
    title: 'Does one strength explain the votes?',
    lacks:
      'One strength for each contestant does not explain these votes (p = {p}). Read ratings as averages.',
    explains: 'Nothing was found that one strength for each contestant does not explain (p = {p}).',
    nothingToTest: 'There is nothing to test: one strength for each contestant always explains so few pairs.',
    tooFew: 'Fewer than two contestants are rated.',
  },

  factors: { title: 'Ingredients' },

  position: {
    title: 'Left or right',
    left: 'Of two equals, the answer on the left wins {share} (95\u00a0%: {range}).',
    noSide: 'This includes 50\u00a0%, so the votes show no effect of the side.',
    someSide: 'This excludes 50\u00a0%: the side influences these votes.',
    unknown: 'There are too few votes of people, or they cannot show an effect of the side.',
  },

  /** What length and Markdown of answers are worth. */
  style: {
    title: 'Length and Markdown of answers',
    caption:
      'From the {votes} whose two answers are known{leftOut}. A better answer may be longer because it says more.',
    votes: { one: '{count} vote', other: '{count} votes' },
    leftOut: '; {count} left out',
    withheld: {
      no_texts: 'Withheld: the texts of these answers are not known.',
      no_style:
        'Withheld: the style of these answers is not known. Add the columns length_a and length_b, conversations, or the texts with --answers FILE.',
      few_texts: 'Withheld: fewer than half of these votes have the texts of both answers.',
      few_votes: 'Withheld: this needs 50 votes, and prompts or voters that count like 10 of equal size.',
      too_long: 'Withheld: the answers of this arena have more than 200 million characters together.',
      too_many_contestants: 'Withheld: this works for up to 2,000 contestants.',
      no_estimate:
        'Withheld: style never differs in these votes, decides every vote, or cannot be separated from the contestants.',
      extrapolates:
        'Withheld: these contestants hardly ever met with answers of equal style, so a rating at equal style would be a guess.',
    },
    effect: {
      more: {
        length: 'Longer answers win more:',
        headers: 'Answers with more headers win more:',
        lists: 'Answers with more list items win more:',
        bold: 'Answers with more bold text win more:',
      },
      less: {
        length: 'Longer answers win less:',
        headers: 'Answers with more headers win less:',
        lists: 'Answers with more list items win less:',
        bold: 'Answers with more bold text win less:',
      },
      none: {
        length: 'No effect of length was found:',
        headers: 'No effect of headers was found:',
        lists: 'No effect of list items was found:',
        bold: 'No effect of bold text was found:',
      },
    },
    twice: {
      length: 'of two equals, the answer twice as long wins {share} (95\u00a0%: {range}).',
      headers: 'of two equals, the answer with twice as many headers wins {share} (95\u00a0%: {range}).',
      lists: 'of two equals, the answer with twice as many list items wins {share} (95\u00a0%: {range}).',
      bold: 'of two equals, the answer with twice as much bold text wins {share} (95\u00a0%: {range}).',
    },
    neverDiffers: 'Never different in these votes: {features}.',
    features: { length: 'length', headers: 'headers', lists: 'list items', bold: 'bold text' },
  },

  /** Judges, each compared with people. */
  judges: {
    title: 'Judges, each compared with people',
    caption:
      'Each judge compared with people who voted on the same pairs without seeing its verdict. Only judges that passed count beside people.',
    none: 'No judge has voted here.',
    calibration: 'Calibration',
    states: { calibrated: 'passed', uncalibrated: 'failed', not_measured: 'not measured yet' },
    failures: {
      agreement: 'agrees too rarely',
      consistency: 'flips too often',
      undecided: 'decides too rarely',
      drift: 'became worse',
      self_agreement: 'contradicts itself',
      position: 'decides by position',
    },
    due: 'recheck due',
    pairsMissing: {
      one: '{count} more pair needed from people',
      other: '{count} more pairs needed from people',
    },
    agrees: 'Agrees with people',
    ofPairs: 'of {count} decided by both',
    onLive: 'on visitors’ own prompts {share} of {count}',
    kappa: 'Cohen’s kappa: agreement beyond chance, at most 1',
    flips: 'Flips with order',
    flipsMeans: 'Pairs on which its verdict changes when the answers swap places',
    first: 'Picks the first',
    firstMeans: 'How often the answer shown first won; one half means no position bias',
    longer: 'Picks the longer',
    longerMeans: 'How often the longer of two answers won',
    beside: 'on shared pairs {judge}, people {people}',
    failed: 'Failed',
    failedMeans: 'Judgements without a verdict; they are not votes',
    ceiling:
      'Two people who vote on the same pair agree in {share} of {count} ({range}). No judge can be expected to do better.',
    noCeiling: 'No pair has votes by two people yet, so how often people agree is not known.',
    required:
      'A judge passes if the interval of its agreement begins at {share} or above, on at least {count} pairs.',
    steady: 'At most half of its verdicts may flip with the order, even at the upper end of the interval.',
    notCompared: {
      one: '{names} is not compared with people yet.',
      other: '{names} are not compared with people yet.',
    },
  },

  checks: {
    caption:
      'Share of answers that pass, in the latest run of each check, with 95\u00a0% intervals. Checks never change the rating.',
    none: 'No answer has been checked yet.',
    title: 'Answers that pass “{check}”',
    mustPass: 'At least {share} must pass.',
    passed: 'Passed',
    passes: 'passes {share}',
    fails: 'fails {share}',
    counted: '{passed} of {of}',
    notMade: '{count} not checked',
  },
} as const
