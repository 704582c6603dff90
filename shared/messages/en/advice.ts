/** Advice on a method that may not suit the question. It stops nothing. */
export const advice = {
  nothing_to_compare: ({ contestant }: { contestant: string }) =>
    `${contestant} is the only contestant, so there is nothing to compare. Add a second one, or use checks, which test one answer at a time.`,
  nobody_judges: 'The arena names neither judges nor checks: answers are made and people vote.',
  too_few_for_listwise: ({
    judge,
    answers,
    contestants,
  }: {
    judge: string
    answers: number
    contestants: number
  }) =>
    `Judge ${judge} ranks ${answers} answers at once, and there are ${contestants} contestants. ${contestants < 3 ? 'Use form: pairwise.' : `Set answers: ${contestants}, or use form: pairwise.`}`,
  criterion_is_a_rule: ({ criterion, instead }: { criterion: string; instead: string }) =>
    `Criterion "${criterion}" reads like a rule that is true or false for one answer. A check decides it for each answer, at lower cost and without the noise of a judge. Under checks, use ${instead}.`,
  rubric_holds_a_rule: ({ rubric, words, instead }: { rubric: string; words: string; instead: string }) =>
    `Rubric ${rubric} contains a rule that a program can check ("${words}"). Judges are bad at measuring. Under checks, ${instead} decides it exactly.`,
  rubric_asks_for_scores: ({ rubric, words }: { rubric: string; words: string }) =>
    `Rubric ${rubric} asks for scores ("${words}"). Judges here choose the better answer, so a scale only distracts. Describe what makes an answer better.`,
  rubric_forbids_ties: ({ rubric, words }: { rubric: string; words: string }) =>
    `Rubric ${rubric} forbids ties ("${words}"). A judge that must choose then chooses by position, and the two orders end in a tie anyway.`,
  references_missing: ({ judge, without, prompts }: { judge: string; without: number; prompts: number }) =>
    `Judge ${judge} compares with a reference, and ${without} of ${prompts} prompts have none. Give them a \`reference\`, or choose another rubric.`,
  references_are_labels:
    'Every reference is a single short result, so an answer either gives it or does not. Use a check instead: kind: exact or contains with value "{{reference}}".',
  references_unused: ({ references, prompts }: { references: number; prompts: number }) =>
    `${references} of ${prompts} prompts have a reference, but no judge or check uses them. With rubric: reference, a judge says which answer is closer.`,
  contexts_missing: ({ judge, rubric }: { judge: string; rubric: string }) =>
    `Judge ${judge} (rubric ${rubric}) compares answers with the retrieved text, but no answer or prompt has a \`context\`. Every statement would count as unsupported.`,
}
