/** Method advice: what `run` says if a method does not seem to fit the question. Pure; it stops nothing. */
import type { ArenaFile, Rubric } from '../../shared/contracts/index.ts'
import { msg, type AdviceCode, type CodedMessage } from '../../shared/messages/index.ts'

export type Advice = CodedMessage<AdviceCode>

export interface Question {
  arena: Pick<ArenaFile, 'contestants' | 'judges' | 'checks'>
  /** By name of the judge. */
  rubrics: ReadonlyMap<string, Rubric>
  prompts: readonly { reference?: string | null | undefined }[]
}

/**
 * Says where the method does not seem to fit the question (docs/explanation/statistics.md#which-method-for-which-question). This
 * is advice: it stops nothing. Reads the prompts once.
 */
export function adviseOnMethod(question: Question): Advice[] {
  return [...onContestants(question), ...onReferences(question)]
}

function onContestants({ arena: { contestants, judges, checks } }: Question): Advice[] {
  const all: Advice[] = []
  if (contestants.length < 2) return []
  if (judges.length === 0 && checks.length === 0) all.push(msg('nobody_judges'))
  for (const { name, form, answers } of judges)
    if (form === 'listwise' && contestants.length < answers)
      all.push(msg('too_few_for_listwise', { judge: name, answers, contestants: contestants.length }))
  return all
}

/** Whether a reference is a label rather than a whole answer. */
const isLabel = (reference: string) => reference.length <= 30 && !/\n/.test(reference.trim())

function onReferences({ arena: { judges, checks }, rubrics, prompts }: Question): Advice[] {
  const references = prompts.flatMap(({ reference }) => (reference ? [reference] : []))
  const compares = judges.filter(({ name }) => rubrics.get(name)?.shows.includes('reference'))
  const checked = checks.some((check) => JSON.stringify(check).includes('{{reference}}'))
  if (references.length === 0 || checked) return []
  if (compares.length === 0 && judges.length > 0)
    return [msg('references_unused', { references: references.length, prompts: prompts.length })]
  // references that are missing are problems of their prompts
  const isComplete = references.length === prompts.length
  return compares.length > 0 && isComplete && references.every(isLabel) ? [msg('references_are_labels')] : []
}
