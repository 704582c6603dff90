/** Placeholders in system prompts and templates: `{{text}}`, `{{context}}`, `{{variables.NAME}}`. */

/** The values of a prompt for placeholders. */
export interface PromptData {
  /** The message to answer. */
  text: string
  variables: Record<string, unknown> | null
  context: readonly string[] | null
}

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g

/** The names of the placeholders in a text, each once, in order of appearance. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name!))]
}

/** Whether a prompt can have a value for the placeholder. The reference has none, because contestants never see it. */
export const isPlaceholder = (name: string): boolean => /^(?:text|context|variables\..+)$/.test(name)

/** The value of a placeholder for this prompt; null if the prompt has none. */
export function valueOf(name: string, { text, variables, context }: PromptData): string | null {
  if (name === 'text') return text
  if (name === 'context') return context && context.length > 0 ? contextAsText(context) : null
  if (!name.startsWith('variables.')) return null
  const value = variableNamed(name.slice('variables.'.length), variables ?? {})
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Fills in every placeholder of a text; those without a value become empty. */
export function fillIn(text: string, data: PromptData): string {
  return replacePlaceholders(text, (name) => valueOf(name, data) ?? '')
}

/** Replaces each placeholder of a text. */
export function replacePlaceholders(text: string, replacement: (name: string) => string): string {
  return text.replace(PLACEHOLDER, (_all, name: string) => replacement(name))
}

/** One passage unchanged; several with numbers. */
function contextAsText(context: readonly string[]): string {
  if (context.length === 1) return context[0]
  return context.map((passage, i) => `[${i + 1}] ${passage}`).join('\n\n')
}

/** `a.b` is the variable of that name or, if there is none, `b` in the variable `a`. */
function variableNamed(name: string, variables: object): unknown {
  if (Object.hasOwn(variables, name)) return (variables as Record<string, unknown>)[name]
  const dot = name.indexOf('.')
  const inner: unknown = dot > 0 ? variableNamed(name.slice(0, dot), variables) : undefined
  return typeof inner === 'object' && inner !== null ? variableNamed(name.slice(dot + 1), inner) : undefined
}
