/** Families of models by how their names begin, after a gateway's prefix (`vendor/model`). */
const FAMILIES: readonly [RegExp, string][] = [
  [/^(?:gpt|chatgpt|o\d|davinci|ft:gpt)/, 'gpt'],
  [/^claude/, 'claude'],
  [/^(?:gemini|gemma|palm)/, 'gemini'],
  [/^(?:meta-)?llama/, 'llama'],
  [/^(?:open-)?(?:mistral|mixtral|ministral|codestral|magistral)/, 'mistral'],
  [/^(?:qwen|qwq)/, 'qwen'],
  [/^deepseek/, 'deepseek'],
  [/^grok/, 'grok'],
  [/^command/, 'command'],
  [/^phi/, 'phi'],
  [/^(?:kimi|moonshot)/, 'kimi'],
  [/^(?:glm|chatglm)/, 'glm'],
  [/^nova/, 'nova'],
]

/** The family of a model by its name; null if it is unknown. */
export function familyOf(model: string | null): string | null {
  if (model === null) return null
  const name = model.toLowerCase().split('/').at(-1)!
  return FAMILIES.find(([begins]) => begins.test(name))?.[1] ?? null
}

/** What determines the family: the given family, otherwise the model's name, otherwise the contestant's name. */
export interface OfAFamily {
  name: string
  model: string | null
  family: string | null
}

/** The family of a contestant or judge; null if it is unknown. */
export const contestantFamily = ({ family, model, name }: OfAFamily): string | null =>
  family ?? familyOf(model ?? name)
