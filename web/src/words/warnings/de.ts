type Form = [form: string, german: string]

const numbers = [
  ['prompt', 'Prompt'],
  ['prompts', 'Prompts'],
] as const

/** Of a comparison: who has no answer where the other has one; the longer forms first, which hold the shorter. */
const lacking = numbers.map(([prompts, german]): Form => [
  `{} has no answer to {} ${prompts} that {} answered`,
  `{} hat auf {} ${german} keine Antwort, wo {} eine hat`,
])
const lackingOne = lacking.map(([form, german]): Form => [
  `${form}: these count for nothing.`,
  `${german}: Diese zählen nicht.`,
])
const lackingBoth = lacking.flatMap(([one, eins]) =>
  lacking.map(([other, anderes]): Form => [
    `${one}, and ${other}: these count for nothing.`,
    `${eins}, und ${anderes}: Diese zählen nicht.`,
  ]),
)

/**
 * Warnings of a board or comparison in German. The server says them in English, with a code: under it stand the forms of what it
 * says, where `{}` is a name or a figure that goes into the German ones in the same order.
 */
export const de: Record<string, Form[]> = {
  no_votes: [
    [
      'There is no vote in this view, so nobody is rated.',
      'In dieser Ansicht gibt es keine Stimme, also hat niemand eine Wertung.',
    ],
  ],
  not_converged: [
    [
      'The fit stopped after {} iterations without reaching its tolerance; do not rely on these ratings.',
      'Die Anpassung endete nach {} Schritten, ohne genau genug zu sein; auf diese Wertungen ist kein Verlass.',
    ],
  ],
  anchor_not_rated: [
    [
      '{} has no rating to anchor the scale at, so it stays centred on 1000.',
      '{} hat keine Wertung, an der die Skala festzumachen wäre; ihre Mitte bleibt 1000.',
    ],
  ],
  lack_of_fit: [
    [
      'The votes do not fit one strength for each contestant: some pairs went otherwise than everyone’s other votes predict, more than chance does. Read ratings as averages (rate --fit names the pairs).',
      'Die Stimmen passen nicht zu einer einzigen Stärke je Teilnehmer: Manche Paare gingen anders aus, als alle übrigen Stimmen erwarten lassen, und öfter als durch Zufall. Die Wertungen sind als Mittel zu lesen (rate --fit nennt die Paare).',
    ],
  ],
  few_rounds: [
    [
      '{} bootstrap rounds are too few for steady intervals; use {} or more, 1000 as a rule.',
      '{} Bootstrap-Runden sind zu wenige für ruhige Intervalle; es sollten {} oder mehr sein, in der Regel 1000.',
    ],
  ],
  few_units: [
    [
      'Fewer than {} prompts under {}: intervals are rough.',
      'Weniger als {} Prompts unter {}: Die Intervalle sind grob.',
    ],
    [
      'Only {} prompt to resample: intervals from fewer than {} may be too narrow.',
      'Nur {} Prompt zum Neuziehen: Intervalle aus weniger als {} sind vielleicht zu schmal.',
    ],
    [
      'Only {} prompts to resample: intervals from fewer than {} may be too narrow.',
      'Nur {} Prompts zum Neuziehen: Intervalle aus weniger als {} sind vielleicht zu schmal.',
    ],
    [
      'Only {} voter to resample: intervals from fewer than {} may be too narrow.',
      'Nur {} Person zum Neuziehen: Intervalle aus weniger als {} sind vielleicht zu schmal.',
    ],
    [
      'Only {} voters to resample: intervals from fewer than {} may be too narrow.',
      'Nur {} Personen zum Neuziehen: Intervalle aus weniger als {} sind vielleicht zu schmal.',
    ],
  ],
  classic_intervals: [
    [
      'Classic intervals are for comparison with other boards only: on contestants of equal strength they declare false differences far more often than 5 % of the time.',
      'Klassische Intervalle taugen nur zum Vergleich mit anderen Ranglisten: Bei gleich starken Teilnehmern melden sie weit öfter als in 5 % der Fälle Unterschiede, die es nicht gibt.',
    ],
  ],
  mixed_sources: [
    [
      "Humans' and judges' votes are counted together.",
      'Stimmen von Menschen und von Richtern sind zusammengezählt.',
    ],
  ],
  no_significance_asked: [
    [
      'This gate asks for no significance: equals may pass it by luck.',
      'Diese Hürde verlangt keine Signifikanz: Gleich Gute nehmen sie womöglich durch Glück.',
    ],
  ],
  simulated: [['These votes were simulated by a program.', 'Diese Stimmen hat ein Programm simuliert.']],
  criteria_left_out: [['Not compared: {}.', 'Nicht verglichen: {}.']],
  unanswered: [...lackingBoth, ...lackingOne],
  no_overlap: [
    ...(['battle', 'battles'] as const).flatMap((of): [string, string][] => {
      const duels = of === 'battle' ? 'das {} Duell' : 'die {} Duelle'
      return [
        [
          `No judge has voted here, so this is people's board: let judges judge the {} ${of} that people voted on, and more.`,
          `Hier hat kein Richter abgestimmt, dies ist also die Rangliste der Menschen: Richter sollten ${duels} beurteilen, über ${of === 'battle' ? 'das' : 'die'} Menschen abgestimmt haben, und weitere.`,
        ],
        [
          `People and judges have voted on no battle in common (one prompt, the same two contestants), so this is people's board: let judges judge the {} ${of} that people voted on, or people vote on what judges judged.`,
          `Menschen und Richter haben über kein Duell gemeinsam abgestimmt (ein Prompt, dieselben zwei Teilnehmer), dies ist also die Rangliste der Menschen: Richter sollten ${duels} beurteilen, über ${of === 'battle' ? 'das' : 'die'} Menschen abgestimmt haben, oder Menschen über das abstimmen, was Richter beurteilt haben.`,
        ],
      ]
    }),
    [
      "Only {} prompt has battles that people and judges have both voted on, so this is people's board: it takes {}.",
      'Nur über {} Prompt gibt es Duelle, über die Menschen und Richter abgestimmt haben, dies ist also die Rangliste der Menschen: Nötig sind {}.',
    ],
    [
      "Only {} prompts have battles that people and judges have both voted on, so this is people's board: it takes {}.",
      'Nur über {} Prompts gibt es Duelle, über die Menschen und Richter abgestimmt haben, dies ist also die Rangliste der Menschen: Nötig sind {}.',
    ],
    [
      "People have not voted here, and judges only lend to their votes: collect people's votes on what judges judged.",
      'Hier haben keine Menschen abgestimmt, und Richter stützen nur deren Stimmen: Menschen sollten über das abstimmen, was Richter beurteilt haben.',
    ],
    [
      "People's votes name no prompt, by which they could be held against a judge's, so this is people's board: name it.",
      'Die Stimmen der Menschen nennen keinen Prompt, an dem sie sich mit denen eines Richters vergleichen ließen, dies ist also die Rangliste der Menschen: Der Prompt sollte genannt werden.',
    ],
    [
      "Resampled by vote, no vote can be held against a judge's, so this is people's board: resample by prompt.",
      'Je Stimme neu gezogen, lässt sich keine Stimme an der eines Richters messen, dies ist also die Rangliste der Menschen: Es sollte je Prompt gezogen werden.',
    ],
    [
      "Resampled by voter, no vote can be held against a judge's, so this is people's board: resample by prompt.",
      'Je Person neu gezogen, lässt sich keine Stimme an der eines Richters messen, dies ist also die Rangliste der Menschen: Es sollte je Prompt gezogen werden.',
    ],
  ],
  left_out_by_checks: [
    ...numbers.map(([prompts, german]): Form => [
      `On {} ${prompts} an answer failed a required check ({}), and no judge was shown the two. They count as what that makes of them: {} lost, where that of {} failed, {} won, where that of {} did, {} tied, where both did.`,
      `Auf {} ${german} bestand eine Antwort eine verlangte Prüfung nicht ({}), und kein Richter bekam die beiden zu sehen. Sie zählen als das, was daraus folgt: {} verloren, wo die Antwort von {} nicht bestand, {} gewonnen, wo die von {} nicht bestand, {} unentschieden, wo beide nicht bestanden.`,
    ]),
    [
      '{} vote was not asked of judges, because an answer failed a required check: this board is of answers that pass. A comparison of two counts them.',
      'Um {} Stimme wurden Richter nicht gefragt, weil eine Antwort eine verlangte Prüfung nicht bestand: Diese Rangliste gilt für Antworten, die bestehen. Ein Vergleich von zweien zählt sie mit.',
    ],
    [
      '{} votes were not asked of judges, because an answer failed a required check: this board is of answers that pass. A comparison of two counts them.',
      'Um {} Stimmen wurden Richter nicht gefragt, weil eine Antwort eine verlangte Prüfung nicht bestand: Diese Rangliste gilt für Antworten, die bestehen. Ein Vergleich von zweien zählt sie mit.',
    ],
  ],
  uncalibrated_judge: [
    [
      'By judges nobody has checked against humans: {}.',
      'Von Richtern, die niemand an Menschen geprüft hat: {}.',
    ],
    [
      'By a judge that was checked against humans and failed: {}.',
      'Von einem Richter, der die Prüfung an Menschen nicht bestanden hat: {}.',
    ],
  ],
  judge_left_out: [
    [
      'Left out, as only calibrated judges count beside people: {}.',
      'Ausgelassen, da neben Menschen nur geeichte Richter zählen: {}.',
    ],
    [
      'Left out, as humans were found to disagree: {}.',
      'Ausgelassen, da Menschen nachweislich anders urteilen: {}.',
    ],
  ],
  same_family: [
    [
      'Judge {} is of the family of {}, which it may favour.',
      'Richter {} ist aus der Familie von {} und bevorzugt sie womöglich.',
    ],
  ],
  failed_judgements: [
    ['{} judgement failed and is no vote: {}.', '{} Urteil misslang und ist keine Stimme: {}.'],
    ['{} judgements failed and are no vote: {}.', '{} Urteile misslangen und sind keine Stimmen: {}.'],
  ],
  judge_versions: [
    [
      'Votes of several versions of a judge are counted together: {}.',
      'Stimmen mehrerer Fassungen eines Richters sind zusammengezählt: {}.',
    ],
  ],
}

/** What stands in brackets behind a judge's name, likewise. */
export const judgesInGerman: [form: RegExp, german: string][] = [
  [/\(not checked yet\)/g, '(noch nicht geprüft)'],
  [/\(decides nothing that they decide\)/g, '(entscheidet nichts, was sie entscheiden)'],
  [
    /\(agrees in ([\d,]+) of ([\d,]+), (\d+) % are asked\)/g,
    '(stimmt in $1 von $2 überein, gefordert sind $3 %)',
  ],
]
