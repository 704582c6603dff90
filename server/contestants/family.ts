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

/** The family that a model's name tells; null for a name that tells none. */
export function familyOf(model: string | null): string | null {
  if (model === null) return null
  const name = model.toLowerCase().split('/').at(-1)!
  return FAMILIES.find(([begins]) => begins.test(name))?.[1] ?? null
}

/** What may tell a family: what was given, else the model's name, else, where no model is known, its own name. */
export interface OfAFamily {
  name: string
  model: string | null
  family: string | null
}

/** The family of a contestant, or of a judge; null where nothing tells one. */
export const familyAsTold = ({ family, model, name }: OfAFamily): string | null =>
  family ?? familyOf(model ?? name)
