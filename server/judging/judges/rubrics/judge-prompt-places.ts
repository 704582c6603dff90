/** What a judge prompt may say beside its own words: `{{names}}`, which each request replaces. */

/** Texts that are the same in all calls of a judge. */
const TERMS = ['instructions', 'criteria', 'count', 'sequence', 'beside', 'json', 'lines']
/** What a call shows: prompt, shared context, reference, one answer, or all answers. */
const MATERIAL = ['prompt', 'context', 'reference', 'first', 'second', 'answers']
export const JUDGE_PROMPT_PLACES = [...MATERIAL, ...TERMS]

const PLACE = /\{\{\s*([\w.-]+)\s*\}\}/g

/** The names of the places, in their order. */
export const placesIn = (judgePrompt: string): string[] =>
  [...judgePrompt.matchAll(PLACE)].map(([, name]) => name!)

/**
 * Whether a judge prompt says where the material stands. The shipped ones do not; there it follows in a message of its
 * own.
 */
export const placesMaterial = (judgePrompt: string): boolean =>
  placesIn(judgePrompt).some((name) => MATERIAL.includes(name))

/** Splits a judge prompt above the first paragraph with material: what is the same in all calls, and the rest. */
export function splitAtMaterial(judgePrompt: string): [above: string, below: string] {
  const paragraphs = judgePrompt.split('\n\n')
  const first = paragraphs.findIndex(placesMaterial)
  return [paragraphs.slice(0, first).join('\n\n').trim(), paragraphs.slice(first).join('\n\n').trim()]
}

/** Replaces the places by their texts. What a text contains is not replaced again. */
export const filledIn = (judgePrompt: string, texts: Readonly<Record<string, string>>): string =>
  judgePrompt.replace(PLACE, (whole, name: string) => texts[name] ?? whole)
