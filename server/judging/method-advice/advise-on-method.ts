import type { ArenaFile, Rubric } from '../../../shared/contracts/index.ts'
import { ruleInCriterion, ruleInInstructions } from './rule-like.ts'

export interface Advice {
  code:
    | 'criterion_is_a_rule'
    | 'rubric_holds_a_rule'
    | 'rubric_asks_for_scores'
    | 'rubric_forbids_ties'
    | 'nothing_to_compare'
    | 'too_few_for_listwise'
    | 'references_missing'
    | 'references_are_labels'
    | 'references_unused'
    | 'contexts_missing'
    | 'nobody_judges'
  message: string
}

export interface Question {
  arena: Pick<ArenaFile, 'criteria' | 'contestants' | 'judges' | 'checks'>
  /** By name of the judge. */
  rubrics: ReadonlyMap<string, Rubric>
  prompts: readonly {
    reference?: string | null | undefined
    context?: string | readonly string[] | null | undefined
  }[]
  /** Whether any answer made elsewhere brings what it had retrieved. */
  answersBringContext: boolean
}

/**
 * Says where the method looks wrong for the question, as docs/which-method.md tells methods apart. Advice, not faults:
 * a run goes on. Costs one pass over the prompts.
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
  const found: Advice[] = []
  const [only, ...others] = contestants
  if (others.length === 0)
    found.push({
      code: 'nothing_to_compare',
      message: `${only!.name} is the only contestant: there is nothing to compare. Add a second one, or use checks, which look at one answer at a time.`,
    })
  else if (judges.length === 0 && checks.length === 0)
    found.push({
      code: 'nobody_judges',
      message: 'The arena names neither judges nor checks: answers are made and people vote.',
    })
  for (const { name, form, answers } of judges)
    if (form === 'listwise' && others.length > 0 && contestants.length < answers)
      found.push({
        code: 'too_few_for_listwise',
        message: `Judge ${name} ranks ${answers} answers at once, and there are ${contestants.length} contestants. ${contestants.length < 3 ? 'Use form: pairwise.' : `Set answers: ${contestants.length}, or use form: pairwise.`}`,
      })
  return found
}

function onCriteria({ arena, rubrics }: Question): Advice[] {
  const criteria = new Set([...arena.criteria, ...[...rubrics.values()].flatMap((rubric) => rubric.criteria)])
  return [...criteria].flatMap((criterion): Advice[] => {
    const rule = ruleInCriterion(criterion)
    if (!rule) return []
    return [
      {
        code: 'criterion_is_a_rule',
        message: `Criterion "${criterion}" reads like a rule, true or false of one answer. A check settles it for each answer by itself, cheaper and without a judge's mood: under checks, ${rule.instead}.`,
      },
    ]
  })
}

const SCORES =
  /\b(?:scores?|rat(?:e|ing)|grades?|points|stars)\b[^.\n]{0,40}\b(?:1|0|one)\s*(?:-|–|to|through|and)\s*(?:5|10|100|five|ten)\b|\bout of (?:5|10|100)\b/i
const NO_TIES =
  /\b(?:no ties|never (?:say|declare|call) (?:it )?a tie|ties are not allowed|(?:do not|don't) (?:say|declare|call|answer) (?:it )?a?\s*tie|must (?:pick|choose) (?:one|a winner))\b/i

function onRubrics({ rubrics }: Question): Advice[] {
  const each = new Map([...rubrics.values()].map((rubric) => [rubric.instructions, rubric]))
  return [...each.values()].flatMap(({ name, instructions }) => {
    const found: Advice[] = []
    const rule = ruleInInstructions(instructions)
    if (rule)
      found.push({
        code: 'rubric_holds_a_rule',
        message: `Rubric ${name} holds a rule ("${rule.words}"). Judges measure badly; under checks, ${rule.instead} does it exactly, beside the rating.`,
      })
    const scores = SCORES.exec(instructions)
    if (scores)
      found.push({
        code: 'rubric_asks_for_scores',
        message: `Rubric ${name} speaks of scores ("${scores[0]}"). Judges here say which answer is better; a scale in the rubric only distracts. Say what makes an answer better.`,
      })
    const ties = NO_TIES.exec(instructions)
    if (ties)
      found.push({
        code: 'rubric_forbids_ties',
        message: `Rubric ${name} rules ties out ("${ties[0]}"). A judge that has to choose chooses by position, and the two orders end in a tie all the same.`,
      })
    return found
  })
}

/** A reference that is one result rather than an answer. */
const isLabel = (reference: string) => reference.length <= 30 && !/\n/.test(reference.trim())

function onReferences({ arena: { judges, checks }, rubrics, prompts }: Question): Advice[] {
  const references = prompts.flatMap(({ reference }) => (reference ? [reference] : []))
  const compares = judges.filter(({ name }) => rubrics.get(name)?.shows.includes('reference'))
  const without = prompts.length - references.length
  const checked = checks.some((check) => JSON.stringify(check).includes('{{reference}}'))
  if (compares.length > 0 && without > 0)
    return compares.map(({ name }) => ({
      code: 'references_missing',
      message: `Judge ${name} compares with a reference, and ${without} of ${prompts.length} prompts have none. Give them a \`reference\`, or a rubric that works without.`,
    }))
  if (references.length === 0 || checked) return []
  if (compares.length > 0 && references.every(isLabel))
    return [
      {
        code: 'references_are_labels',
        message:
          'Every reference is a single short result. Whether an answer gives it is a matter of yes or no: under checks, kind: exact or contains with value "{{reference}}".',
      },
    ]
  if (compares.length === 0 && judges.length > 0)
    return [
      {
        code: 'references_unused',
        message: `${references.length} of ${prompts.length} prompts have a reference, and neither a judge nor a check looks at it. rubric: reference asks which answer is closer to it.`,
      },
    ]
  return []
}

function onContexts({ arena: { judges }, rubrics, prompts, answersBringContext }: Question): Advice[] {
  const blank = (context: string | readonly string[] | null = null) => (context?.length ?? 0) === 0
  if (answersBringContext || !prompts.every(({ context }) => blank(context))) return []
  return judges
    .filter(({ name }) => rubrics.get(name)?.shows.includes('context'))
    .map(({ name, rubric }) => ({
      code: 'contexts_missing',
      message: `Judge ${name} (rubric ${rubric}) holds answers against what they had retrieved, and neither answers nor prompts bring a \`context\`. Every statement would count as unsupported.`,
    }))
}
