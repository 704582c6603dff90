import type { ArenaFile, Rubric } from '../../../../shared/contracts/index.ts'
import { ruleInCriterion, ruleInInstructions } from './rule-like.ts'
import { msg } from '../../../../shared/messages/index.ts'
import type { AdviceCode, CodedMessage } from '../../../../shared/messages/index.ts'

export type Advice = CodedMessage<AdviceCode>

export interface Question {
  arena: Pick<ArenaFile, 'criteria' | 'contestants' | 'judges' | 'checks'>
  /** By name of the judge. */
  rubrics: ReadonlyMap<string, Rubric>
  prompts: readonly {
    reference?: string | null | undefined
    context?: string | readonly string[] | null | undefined
  }[]
  /** Whether any imported answer has a retrieved context of its own. */
  answersBringContext: boolean
}

/**
 * Says where the method does not seem to fit the question (docs/explanation/statistics.md, its first section). This
 * is advice: it stops nothing. Reads the prompts once.
 */
export function adviseOnMethod(question: Question): Advice[] {
  return [
    ...onContestants(question),
    ...onCriteria(question),
    ...onRubrics(question),
    ...onReferences(question),
    ...onContexts(question),
  ]
}

function onContestants({ arena: { contestants, judges, checks } }: Question): Advice[] {
  const all: Advice[] = []
  const [only, ...others] = contestants
  if (others.length === 0) all.push(msg('nothing_to_compare', { contestant: only!.name }))
  else if (judges.length === 0 && checks.length === 0) all.push(msg('nobody_judges'))
  for (const { name, form, answers } of judges)
    if (form === 'listwise' && others.length > 0 && contestants.length < answers)
      all.push(msg('too_few_for_listwise', { judge: name, answers, contestants: contestants.length }))
  return all
}

function onCriteria({ arena, rubrics }: Question): Advice[] {
  const criteria = new Set([...arena.criteria, ...[...rubrics.values()].flatMap((rubric) => rubric.criteria)])
  return [...criteria].flatMap((criterion): Advice[] => {
    const rule = ruleInCriterion(criterion)
    if (!rule) return []
    return [msg('criterion_is_a_rule', { criterion, instead: rule.instead })]
  })
}

const SCORES =
  /\b(?:scores?|rat(?:e|ing)|grades?|points|stars)\b[^.\n]{0,40}\b(?:1|0|one)\s*(?:-|–|to|through|and)\s*(?:5|10|100|five|ten)\b|\bout of (?:5|10|100)\b/i
const NO_TIES =
  /\b(?:no ties|never (?:say|declare|call) (?:it )?a tie|ties are not allowed|(?:do not|don't) (?:say|declare|call|answer) (?:it )?a?\s*tie|must (?:pick|choose) (?:one|a winner))\b/i

function onRubrics({ rubrics }: Question): Advice[] {
  const each = new Map([...rubrics.values()].map((rubric) => [rubric.instructions, rubric]))
  return [...each.values()].flatMap(({ name, instructions }) => {
    const all: Advice[] = []
    const rule = ruleInInstructions(instructions)
    if (rule) all.push(msg('rubric_holds_a_rule', { rubric: name, words: rule.words, instead: rule.instead }))
    const scores = SCORES.exec(instructions)
    if (scores) all.push(msg('rubric_asks_for_scores', { rubric: name, words: scores[0] }))
    const ties = NO_TIES.exec(instructions)
    if (ties) all.push(msg('rubric_forbids_ties', { rubric: name, words: ties[0] }))
    return all
  })
}

/** Whether a reference is a label rather than a whole answer. */
const isLabel = (reference: string) => reference.length <= 30 && !/\n/.test(reference.trim())

function onReferences({ arena: { judges, checks }, rubrics, prompts }: Question): Advice[] {
  const references = prompts.flatMap(({ reference }) => (reference ? [reference] : []))
  const compares = judges.filter(({ name }) => rubrics.get(name)?.shows.includes('reference'))
  const without = prompts.length - references.length
  const checked = checks.some((check) => JSON.stringify(check).includes('{{reference}}'))
  if (compares.length > 0 && without > 0)
    return compares.map(({ name }) =>
      msg('references_missing', { judge: name, without, prompts: prompts.length }),
    )
  if (references.length === 0 || checked) return []
  if (compares.length > 0 && references.every(isLabel)) return [msg('references_are_labels')]
  if (compares.length === 0 && judges.length > 0)
    return [msg('references_unused', { references: references.length, prompts: prompts.length })]
  return []
}

function onContexts({ arena: { judges }, rubrics, prompts, answersBringContext }: Question): Advice[] {
  const blank = (context: string | readonly string[] | null = null) => (context?.length ?? 0) === 0
  if (answersBringContext || !prompts.every(({ context }) => blank(context))) return []
  return judges
    .filter(({ name }) => rubrics.get(name)?.shows.includes('context'))
    .map(({ name, rubric }) => msg('contexts_missing', { judge: name, rubric: rubric! }))
}
