/** Method advice: what `run` says if a method does not seem to fit the question. Pure; it stops nothing. */
import type { ArenaFile, Rubric } from '../../shared/contracts/index.ts'
import { msg, type AdviceCode, type CodedMessage } from '../../shared/messages/index.ts'

export type Advice = CodedMessage<AdviceCode>

export interface Question {
  arena: Pick<ArenaFile, 'criteria' | 'contestants' | 'judges' | 'checks'>
  /** By name of the judge. */
  rubrics: ReadonlyMap<string, Rubric>
  prompts: readonly { reference?: string | null | undefined }[]
}

/**
 * Says where the method does not seem to fit the question (docs/explanation/statistics.md#which-method-for-which-question). This
 * is advice: it stops nothing. Reads the prompts once.
 */
export function adviseOnMethod(question: Question): Advice[] {
  return [
    ...onContestants(question),
    ...onCriteria(question),
    ...onRubrics(question),
    ...onReferences(question),
  ]
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
  const byInstructions = new Map([...rubrics.values()].map((rubric) => [rubric.instructions, rubric]))
  return [...byInstructions.values()].flatMap(({ name, instructions }) => {
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
  const checked = checks.some((check) => JSON.stringify(check).includes('{{reference}}'))
  if (references.length === 0 || checked) return []
  if (compares.length === 0 && judges.length > 0)
    return [msg('references_unused', { references: references.length, prompts: prompts.length })]
  // references that are missing are problems of their prompts
  const isComplete = references.length === prompts.length
  return compares.length > 0 && isComplete && references.every(isLabel) ? [msg('references_are_labels')] : []
}

// Words that read like a rule: a statement that is true or false of one answer, without comparing it with another.

interface RuleLike {
  pattern: RegExp
  /** The kind of check that can decide it. */
  instead: string
}

const FORMATS = '(?:json|xml|yaml|csv|html|sql|markdown)'
const AMOUNT = '(?:\\d+|one|two|three|five|ten|a hundred)'
const UNITS = '(?:words?|characters?|letters?|sentences?|lines?|paragraphs?|bullets?|items?|tokens?)'

/** Rules about something that can be counted or searched for. */
const MEASURABLE: RuleLike[] = [
  {
    pattern:
      /\b(?:valid|well[- ]formed|parse?able|correct)\s+json\b|\bjson\s+(?:valid|schema)|^(?:is )?json\??$/i,
    instead: 'kind: json-schema',
  },
  {
    pattern: new RegExp(
      `\\b(?:under|below|at most|at least|up to|no more than|no longer than|fewer than|less than|more than|over|within|exactly|max(?:imum)?(?: of)?|min(?:imum)?(?: of)?)\\s+${AMOUNT}\\s+${UNITS}\\b`,
      'i',
    ),
    instead: 'kind: regex',
  },
  {
    pattern: new RegExp(`\\b(?:valid|well[- ]formed|parse?able)\\s+${FORMATS}\\b`, 'i'),
    instead: 'kind: regex',
  },
  {
    pattern: /\b(?:exact(?:ly)? match(?:es)?|equals|is exactly|identical to)\b/i,
    instead: 'kind: exact',
  },
  {
    pattern: /\b(?:starts?|begins?|ends?) with\b|\bmatches (?:the |a )?(?:regex|pattern|format)\b/i,
    instead: 'kind: regex',
  },
]

/**
 * Rules that a reader answers with yes or no. In a criterion's name such words are a rule; in a rubric's text they
 * are ordinary.
 */
const YES_OR_NO: RuleLike[] = [
  { pattern: /\b(?:contains?|includes?|mentions?)\b/i, instead: 'kind: contains' },
  { pattern: /^(?:is|are|has|have|does|do|did|can|was)\b.*\?$/i, instead: 'kind: llm' },
  {
    pattern: /\b(?:must|must not|never|always|has to|may not|not allowed|forbidden)\b/i,
    instead: 'kind: llm',
  },
]

interface RuleFound {
  words: string
  instead: string
}

/** The rule in the name of a criterion; null if the criterion is a matter of degree. */
function ruleInCriterion(criterion: string): RuleFound | null {
  return firstMatch([...MEASURABLE, ...YES_OR_NO], criterion)
}

/** The first measurable rule in the text of a rubric; null if there is none. */
function ruleInInstructions(instructions: string): RuleFound | null {
  return firstMatch(MEASURABLE, instructions)
}

function firstMatch(rules: readonly RuleLike[], text: string): RuleFound | null {
  for (const { pattern, instead } of rules) {
    const words = pattern.exec(text)?.[0]
    if (words !== undefined) return { words, instead }
  }
  return null
}
