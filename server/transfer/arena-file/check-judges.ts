import { contestantFamily } from '../../contestants/index.ts'
import type { NewJudge } from '../../judging/index.ts'
import { criterionQuestion, withCriterion, withJudgePrompt } from '../../rubrics/index.ts'
import { matchesCategories } from '../../prompts/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { ArenaFile } from '../../../shared/contracts/index.ts'
import type { Described, PromptWithMessages } from './referenced-files.ts'
import { checkModel } from './check-models.ts'
import type { Path } from './problems.ts'
import { shortList, msg } from '../../../shared/messages/index.ts'

type Judge = ArenaFile['judges'][number]
type NamedThere = Pick<ArenaFile['contestants'][number], 'name' | 'model' | 'family'>

/** Checks the judges and reads their rubrics. Judges with an unreadable rubric are left out of the result. */
export async function checkJudges(described: Described): Promise<NewJudge[]> {
  const { file, findings } = described
  const judges: NewJudge[] = []
  for (const [i, judge] of file.judges.entries()) {
    const path = ['judges', i]
    checkModel(judge, path, described)
    checkCategories(judge.categories, [...path, 'categories'], described)
    const family = contestantFamily(asNamed(judge))
    warnOfFamily(judge, family, path, described)
    const read = await judgeRubric(judge, path, described)
    if (!read) continue
    const { answers: listSize, params = {}, criteria = null, categories = null } = judge
    const { name, provider, model, form, ask } = judge
    const made = { name, provider, model, params, criteria, categories, family, form, ask }
    const entry = { ...made, rubric: read.rubric, rubricSha256: read.sha256, listSize }
    judges.push(entry)
    for (const check of [checkCriteria, checkForm, checkWhatItShows]) check(entry, path, described)
  }
  const judgedCriteria = new Set(judges.flatMap(({ criteria, rubric }) => criteria ?? rubric.criteria))
  const unasked = file.criteria.filter((criterion) => !judgedCriteria.has(criterion))
  if (judges.length === file.judges.length && judges.length > 0 && unasked.length > 0)
    findings.warning(['criteria'], msg('unasked', { criteria: shortList(unasked) }))
  return judges
}

/**
 * The rubric of a judge without one. Where every prompt has a reference, it asks which answer is more similar to that in
 * style, tone and quality of content, under `voice` if the arena has the criterion, else under `overall`. References that
 * a check compares with are labels.
 */
async function usualRubric(judge: Judge, path: Path, { file, files, prompts, findings }: Described) {
  const judged = (prompts ?? []).filter(({ category }) =>
    matchesCategories(category, judge.categories ?? null),
  )
  const isVoice = (judge.criteria ?? file.criteria).includes('voice')
  const areLabels = !isVoice && file.checks.some((check) => JSON.stringify(check).includes('{{reference}}'))
  if (areLabels || judged.length === 0 || !judged.every(({ reference }) => reference))
    return files.rubric('overall')
  const voice = await files.rubric('voice')
  if (isVoice) return voice
  const question = criterionQuestion(voice.rubric.instructions, voice.rubric.criteria, 'voice')
  findings.warning(
    path,
    `Every prompt has a reference, and judge ${judge.name} has no rubric, so it is asked: "${question}" Its votes are under overall. To ask which answer is better all in all: rubric: overall.`,
  )
  return withCriterion(voice, 'overall')
}

/** Reads the rubric of a judge, or the default one, and its judge prompt. Null: a file has faults, which are findings. */
async function judgeRubric(judge: Judge, path: Path, described: Described) {
  const { files, findings } = described
  const { rubric, judge_prompt: file, form } = judge
  let key = 'rubric'
  try {
    const read = await (rubric === undefined ? usualRubric(judge, path, described) : files.rubric(rubric))
    if (file === undefined) return read
    key = 'judge_prompt'
    return withJudgePrompt(read, { file, bytes: await files.text(file), form })
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    findings.problem([...path, key], error.finding)
    return null
  }
}

function checkCriteria(
  { name, criteria, rubric }: NewJudge,
  path: Path,
  { file, findings }: Described,
): void {
  const notInRubric = criteria?.filter((criterion) => !rubric.criteria.includes(criterion)) ?? []
  if (notInRubric.length > 0)
    findings.problem(
      [...path, 'criteria'],
      msg('criteria_not_in_rubric', {
        rubric: rubric.name,
        criteria: shortList(notInRubric),
        there: shortList(rubric.criteria, notInRubric[0]),
      }),
    )
  const notInArena = (criteria ?? rubric.criteria).filter((criterion) => !file.criteria.includes(criterion))
  if (notInArena.length > 0)
    findings.problem(
      [...path, criteria ? 'criteria' : 'rubric'],
      msg('criteria_not_in_arena', { judge: name, criteria: shortList(notInArena) }),
    )
}

function checkForm({ form, rubric }: NewJudge, path: Path, { findings }: Described): void {
  if (!rubric.forms.includes(form))
    findings.problem(
      [...path, 'form'],
      `the rubric ${rubric.name} is not for ${form} judgements, only for ${rubric.forms.join(', ')}; add the form to its front matter, or change the judge's form`,
    )
}

/** A rubric that shows the reference or the retrieved context needs it on every prompt. */
function checkWhatItShows(
  { rubric, categories, provider }: NewJudge,
  path: Path,
  described: Described,
): void {
  const { file, prompts, responses, findings } = described
  const judgedPrompts = (prompts ?? []).filter(({ category }) => matchesCategories(category, categories))
  const listKeys = (all: readonly PromptWithMessages[]) => shortList(all.map(({ key }) => key))
  const rubricPlace = [...path, 'rubric']
  const type = file.providers[provider]?.type
  if (rubric.shows.includes('pictures') && (type === 'http' || type === 'exec'))
    findings.problem(
      rubricPlace,
      `the rubric ${rubric.name} shows pictures, but the provider "${provider}" is sent text alone; give the judge a provider of type openai or anthropic`,
    )
  if (rubric.shows.includes('reference')) {
    const without = judgedPrompts.filter(({ reference }) => !reference)
    if (without.length > 0)
      findings.problem(rubricPlace, msg('no_reference', { rubric: rubric.name, prompts: listKeys(without) }))
  }
  if (!rubric.shows.includes('context')) return
  const bare = judgedPrompts.filter(({ context }) => !context)
  if (bare.length === 0) return
  const lacking = file.contestants.flatMap((contestant) => {
    const answers = responses.get(contestant.name)
    if (contestant.responses !== undefined && !answers) return []
    const had = new Set(answers?.filter(({ context }) => context !== null).map(({ prompt }) => prompt))
    const without = bare.filter(({ key }) => !had.has(key))
    return without.length > 0 ? [{ contestant: contestant.name, without }] : []
  })
  if (lacking.length === 0) return
  const all =
    lacking.length === file.contestants.length &&
    lacking.every(({ without }) => without.length === judgedPrompts.length)
  if (all)
    findings.problem(
      rubricPlace,
      `the rubric ${rubric.name} compares answers with the retrieved text, but no answer or prompt has a \`context\`. Add it to the answers, or to the prompts if all contestants had the same text`,
    )
  else
    for (const { contestant, without } of lacking)
      findings.warning(rubricPlace, msg('context_unknown', { contestant, prompts: listKeys(without) }))
}

/** Finds categories that no prompt has. */
export function checkCategories(
  categories: readonly string[] | undefined,
  path: Path,
  { prompts, findings }: Pick<Described, 'prompts' | 'findings'>,
): void {
  if (!prompts) return
  const there = [...new Set(prompts.flatMap(({ category }) => category ?? []))].sort()
  const unknown = categories?.filter((category) => !there.includes(category)) ?? []
  if (unknown.length > 0)
    findings.problem(
      path,
      msg('no_category', { categories: shortList(unknown), there: shortList(there, unknown[0]) }),
    )
}

function warnOfFamily(judge: Judge, family: string | null, path: Path, { file, findings }: Described): void {
  if (family === null) return
  const sameFamily = file.contestants.filter((contestant) => contestantFamily(asNamed(contestant)) === family)
  if (sameFamily.length === 0) return
  findings.warning(
    [...path, judge.family === undefined ? 'model' : 'family'],
    msg('judge_is_kin', {
      judge: judge.name,
      family,
      contestants: shortList(sameFamily.map(({ name }) => name)),
      all: sameFamily.length === file.contestants.length,
    }),
  )
}

const asNamed = ({ name, model, family }: NamedThere) => ({
  name,
  model: model ?? null,
  family: family ?? null,
})
