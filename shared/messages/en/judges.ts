import { countOf } from '../few.ts'
import type { Few } from '../few.ts'
import { named, thereIs } from './names.ts'

/** Judges, their rubrics, and the parameters of model calls. */
export const judges = {
  unasked: ({ criteria }: { criteria: Few }) => `no judge is asked about ${named(criteria)}`,
  criteria_not_in_rubric: ({ rubric, criteria, there }: { rubric: string; criteria: Few; there: Few }) =>
    `the rubric ${rubric} says nothing about ${named(criteria)}; ${thereIs(there)}`,
  criteria_not_in_arena: ({ judge, criteria }: { judge: string; criteria: Few }) =>
    `"${judge}" judges by ${named(criteria)}, which ${countOf(criteria) === 1 ? 'is' : 'are'} not among the arena's \`criteria\`; add ${countOf(criteria) === 1 ? 'it' : 'them'} there, or give the judge its own \`criteria\` without ${countOf(criteria) === 1 ? 'it' : 'them'}`,
  form_not_in_rubric: ({ rubric, form, forms }: { rubric: string; form: string; forms: readonly string[] }) =>
    `the rubric ${rubric} is not for ${form} judgements, only for ${forms.join(', ')}; add the form to its front matter, or change the judge's form`,
  too_few_for_lists: ({ count }: { count: number }) =>
    `listwise judgements compare at least three answers, and there are ${count} contestants; use pairwise`,
  no_reference: ({ rubric, prompts }: { rubric: string; prompts: Few }) =>
    `the rubric ${rubric} compares with a reference, but there is none for ${named(prompts)}; give the prompts a \`reference\`, or limit the judge to \`categories\` that have one`,
  no_context_anywhere: ({ rubric }: { rubric: string }) =>
    `the rubric ${rubric} compares answers with the retrieved text, but no answer or prompt has a \`context\`; add it to the answers, or to the prompts if all contestants had the same text`,
  context_unknown: ({ contestant, prompts }: { contestant: string; prompts: Few }) =>
    `the retrieved text of "${contestant}" is unknown for ${named(prompts)}: it will be judged as if nothing was retrieved`,
  judge_is_kin: ({
    judge,
    family,
    contestants,
    all,
  }: {
    judge: string
    family: string
    contestants: Few
    all: boolean
  }) =>
    `"${judge}" is of the family ${family}, like ${named(contestants)}. ${all ? 'All contestants are of its family, so none gains by it. A judge of another family may notice other faults' : 'Judges may favour their own family: add a judge of another family to compare'}`,

  no_rubric: ({ name, shipped }: { name: string; shipped: readonly string[] }) =>
    `there is no rubric "${name}": it is not one of the shipped ones (${shipped.join(', ')}), and no such file was sent; send your own rubric along`,
  no_front_matter:
    'has no front matter. Put a line "---", "criterion: NAME" and a line "---" above the text.',
  rubric_empty: 'has no text below its front matter. Describe what to judge by.',
  no_sections: ({ criteria }: { criteria: readonly string[] }) =>
    `several criteria, but no section "## ${criteria.join('", "## ')}". Describe each criterion under its own heading.`,
  is_not_utf8: 'is not UTF-8 text',
  logprobs_of_protocol: ({ provider }: { provider: string }) =>
    `log-probabilities come from providers of type openai, and "${provider}" is none; leave logprobs out`,
  logprobs_of_rankings:
    'log-probabilities are asked for verdicts on two answers only, and this judge ranks several; use the form pairwise, or leave logprobs out',
  logprobs_unmeasured: ({ judge }: { judge: string }) =>
    `judge ${judge}: its votes can be weighed only after a measurement against people; set logprobs to measure, judge, let people vote on the same pairs, and look at calibrate`,
  logprobs_not_better: ({
    judge,
    pairs,
    weighed,
    plain,
    p,
  }: {
    judge: string
    pairs: number
    weighed: number
    plain: number
    p: number
  }) =>
    `judge ${judge}: weighed verdicts agree with people on ${weighed} of ${pairs} pairs, plain ones on ${plain} (p ${p.toPrecision(2)}); votes are weighed only if that is more often at the level 0.05; keep logprobs at measure`,
  judge_prompt_place_unknown: ({ place, known }: { place: string; known: readonly string[] }) =>
    `{{${place}}} stands for nothing. Correct or remove it; there are {{${known.join('}}, {{')}}}.`,
  judge_prompt_without_answers: ({ form, missing }: { form: string; missing: readonly string[] }) =>
    `does not show ${form === 'listwise' ? 'the answers' : 'both answers'}: {{${missing.join('}} and {{')}}} ${missing.length === 1 ? 'is' : 'are'} missing. Write ${missing.length === 1 ? 'it' : 'them'}${form === 'listwise' ? '' : ', or {{answers}} for both,'} where the answers belong.`,
  judge_prompt_swapped:
    'shows the second answer above the first, and verdicts name answers by their order. Write {{first}} above {{second}}.',
  judge_prompt_without_verdict:
    'asks for no verdict that can be read: {{json}} or {{lines}} is missing. Write one where the form of the reply belongs.',
  judge_prompt_without_rubric:
    'leaves out the rubric: {{instructions}} is missing. Write it where the text of the rubric belongs.',
  judge_prompt_without: ({ what, rubric }: { what: 'reference' | 'context'; rubric: string }) =>
    `does not show the ${what}, by which the rubric ${rubric} judges: {{${what}}} is missing. Write it where the ${what} belongs.`,
  judge_prompt_beyond_rubric: ({ what, rubric }: { what: 'reference' | 'context'; rubric: string }) =>
    `{{${what}}} shows what the rubric ${rubric} does not. Add shows: [${what}] to the front matter of the rubric, or remove {{${what}}}.`,

  secret_in_params: ({ place }: { place: string }) =>
    `${place}: looks like a key or a secret, but parameters are public. Remove it: put the key into an environment variable of the server, and name that in the provider's apiKeyEnv`,
  param_not_taken: ({ name, why }: { name: string; why: string }) => `params.${name}: ${why}; remove it`,
  param_out_of_range: ({ name, least, most }: { name: string; least: number; most: number }) =>
    `params.${name}: must be a number from ${least} to ${most}`,
  param_not_whole: ({ name }: { name: string }) => `params.${name}: must be a whole number above 0`,
  beside_params: 'the model is set beside params, not in it',
  messages_are_made: 'messages are built from prompt and system text',
  system_beside_params: 'the system text is set beside params, not in it',
  taken_whole: 'replies are not streamed',
  one_reply: 'each call asks for one reply',
  no_tools: 'replies are text, without tool calls',
  searches_cost: 'the price table has no price for searches',
  replies_are_text: 'replies are text',
  costs_unknown: 'the price table has no price for it',
  priority_costs: 'the price table has no price for priority',
}
