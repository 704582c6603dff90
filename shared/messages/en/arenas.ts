import { columnNames, shortListSize, type ShortList } from '../short-list.ts'
import { list, named, namesClause, namesClauseEnd } from './phrases.ts'

const HOW =
  'set its price under Settings, Edit on the page, or in a file that DEADHEAT_PRICES names. docs/how-to/model-servers.md shows one'

/** What an arena.yaml or a file of votes has under names. */
export type HereKind = 'contestant' | 'other contestant' | 'judge' | 'voter' | 'category' | 'criterion'

/** Problems of an arena.yaml: contestants, checks, plan and gate. */
export const arena = {
  no_arena_keys: ({ isEmpty }: { isEmpty: boolean }) =>
    `${isEmpty ? 'is empty' : 'describes no arena'}: write at least arena, contestants and prompts, or let deadheat init write one to start from`,
  one_contestant:
    'there is only one contestant, so there is nothing to compare; add a second, or test answers with `checks`',
  template_without_text:
    'has no {{text}} or {{variables.NAME}}: every prompt would be the same; put {{text}} where the prompt belongs',
  context_unseen: ({ contestant }: { contestant: string }) =>
    `prompts have a context, but neither system nor template contains {{context}}: "${contestant}" will not see it`,
  no_placeholder: ({ name, known }: { name: string; known: readonly string[] }) =>
    `unknown placeholder {{${name}}}; correct or remove it: there are {{${known.join('}}, {{')}}}`,
  placeholder_empty: (values: { name: string; prompts: ShortList; of: 'contestant' | 'check' }) => {
    const count = shortListSize(values.prompts)
    return `{{${values.name}}} has no value for ${count === 1 ? 'the prompt' : `${count} prompts:`} ${named(values.prompts)}; give ${count === 1 ? 'it' : 'them'} one, or ${values.of === 'check' ? 'limit the check to `categories` that have one' : 'remove the placeholder'}`
  },
  thread_wrong: 'prompt "{prompt}" {wrong}',
  stray_response: (values: { file?: string; contestant: string; prompt: string; more?: number }) =>
    `${values.file ? `${values.file}: ` : ''}"${values.contestant}" answers ${values.more ? `unknown prompts ("${values.prompt}" and ${values.more} more)` : `an unknown prompt ("${values.prompt}")`}. Add ${values.more ? 'them' : 'it'} to the prompts, or correct the ${values.more ? 'ids' : 'id'}.`,
  unanswered: ({ contestant, prompts }: { contestant: string; prompts: ShortList }) =>
    `"${contestant}" has no answer to ${named(prompts)}, so it cannot be compared there`,

  not_there: (values: { field?: string; kind: HereKind; name: string; there: ShortList }) =>
    `${values.field ? `${values.field}: ` : ''}there is no ${values.kind} "${values.name}"; ${namesClauseEnd(values.there)}`,
  control_differs:
    'differs from "{of}" in {keys}. A control is a copy of its original; give both the same settings',
  control_same_file:
    'has the same answers as "{of}", and equal texts are never compared. Give it a second file of answers, generated again in the same way',
  factors_lack:
    '`factors` lacks {names}, which another contestant has. Give every contestant with `factors` the same keys',
  no_factors: '{file}: no contestant has ingredients. Give each one `factors` in arena.yaml',

  plan_live_unlimited:
    'Visitors decide how much there is to judge. Add budgetUsd: the most that the arena may cost in all, in US dollars.',
  live_needs_providers: 'visitors ask contestants directly, so at least two need a `provider` and a `model`',
  live_unpriced: ({ contestants }: { contestants: readonly string[] }) =>
    `the price of ${list(contestants)} is not known, so visitors never meet ${contestants.length === 1 ? 'it' : 'them'}. To change that, ${HOW}`,
  provider_missing: 'is missing: name one of `providers`',
  no_provider: ({ name, there }: { name: string; there: ShortList }) =>
    `there is no provider "${name}"; ${namesClauseEnd(there)} Add it under \`providers\` with type and apiKeyEnv`,
  provider_unfit: (values: {
    name: string
    for: 'judges and checks by a model' | 'checks of kind exec' | 'the moderation of live battles'
    types: readonly string[]
  }) =>
    `provider "${values.name}" cannot be used for ${values.for}: name a provider of type ${values.types.join(' or ')}`,
  key_needed:
    'apiKeyEnv is missing: name the environment variable that holds the key of {type}. Only a provider with a baseUrl may do without a key',
  /** @param route  what is added to the base URL of a call */
  base_url_with_route: 'calls go to {route} below the base URL, so it must not end in it: write {instead}',
  model_missing: 'is missing: name the model, with the date in its name if it has one',
  unpriced: ({ model, budget, near }: { model: string; budget?: number; near?: ShortList }) =>
    `the price table has no model "${model}"${near ? ` (${namesClause(near)})` : ''}. ${budget === undefined ? 'Its calls cannot be counted in USD. To count them, ' : `The budget of ${budget} USD cannot be kept. Fix the name, or `}${HOW}`,
  retired:
    '"{model}" is retired: according to the price table, its provider stopped serving it on {since}. Choose another model',
  model_alias: ({ model, dated }: { model: string; dated: string | null }) =>
    `"${model}" is an alias: its provider may put another model behind it. Use a name with a date${dated ? `, such as ${dated}` : ''}`,
  retires: 'according to the price table, "{model}" will no longer be served from {from} on',
  no_header_placeholder: ({ names }: { names: ShortList }) =>
    `unknown placeholder ${named(names)}; a header may have only {{env.NAME}}, the value of an environment variable`,
  secret_in_header: ({ header }: { header: string }) =>
    `${header} carries a secret: put that into an environment variable and write {{env.NAME}} in its place`,

  no_category: ({ categories, there }: { categories: ShortList; there: ShortList }) =>
    `no prompt has the category ${named(categories)}; ${namesClause(there)}`,
  check_fault: '{fault}; fix it',

  row_key_unknown: ({ key, rows }: { key: string; rows: number }) =>
    `${key} is an unknown key${rows > 1 ? ` (in ${rows} rows)` : ''}; fix the spelling or remove it`,
  responses_unclear: ({ file, columns }: { file: string; columns: readonly string[] }) =>
    `${file} has several texts, and it is unclear which is the answer: ${columnNames(columns)}. Keep one, and call a right answer reference.`,
  row_wrong: '{wrong}; correct or remove the row',
  more_rows: ({ count }: { count: number }) =>
    count === 1 ? 'one more row cannot be used' : `${count} more rows cannot be used, starting here`,
  file_wrong: '{wrong} {file} {where}',
} as const

/** Advice on a method that may not suit the question. It stops nothing. */
export const advice = {
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
  references_are_labels:
    'Every reference is a single short result, so an answer either gives it or does not. Use a check instead: kind: exact or contains with value "{{reference}}".',
  references_unused:
    '{references} of {prompts} prompts have a reference, but no judge or check uses them. If every prompt has one, a judge without a rubric says which answer is closer in style, tone and content; with closeness and rubric: reference, in substance.',
} as const

/** What is wrong with a picture in a prompt or an answer. */
export const pictures = {
  /** `wrong` is the end of the sentence. */
  picture_wrong: 'the picture {picture} {wrong}',
  picture_large: 'has more than {megabytes} MB; give it smaller',
  picture_wide:
    'has {width} × {height} pixels; give it with at most {side} on a side and {megapixels} million in all',
  picture_svg: 'is SVG, which can run programs; give it as PNG, JPEG or WebP',
  picture_of_other_format: 'is neither PNG, JPEG nor WebP, whatever its name says; convert it to one of them',
  picture_damaged: 'is damaged or cut off; export it again',
  picture_moves: 'moves; give one still picture',
  picture_not_base64: 'is not written in base64; write data:image/png;base64, and its bytes',
  pictures_of_text_many: '{count} pictures in one prompt or answer; give at most {most}',
  pictures_missing: ({ file, count, first }: { file: string; count: number; first: string }) =>
    `${file}: ${count === 1 ? `the picture "${first}" is` : `${count} pictures, such as "${first}", are`} not beside it, so the texts show a link instead. Put ${count === 1 ? 'it' : 'them'} there, or send ${count === 1 ? 'it' : 'them'} too.`,
} as const
