/**
 * Words that read like a rule: a statement that is true or false of one answer, without comparing it with another.
 */

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

export interface RuleFound {
  words: string
  instead: string
}

/** The rule in the name of a criterion; null if the criterion is a matter of degree. */
export function ruleInCriterion(criterion: string): RuleFound | null {
  return firstOf([...MEASURABLE, ...YES_OR_NO], criterion)
}

/** The first measurable rule in the text of a rubric; null if there is none. */
export function ruleInInstructions(instructions: string): RuleFound | null {
  return firstOf(MEASURABLE, instructions)
}

function firstOf(rules: readonly RuleLike[], text: string): RuleFound | null {
  for (const { pattern, instead } of rules) {
    const words = pattern.exec(text)?.[0]
    if (words !== undefined) return { words, instead }
  }
  return null
}
