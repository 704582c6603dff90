import { parseDocument } from 'yaml'

/** Removes the thinking that some models put in tags in front of a reply. */
export function withoutThinking(reply: string): string {
  return reply.replace(/^\s*<think(?:ing)?>[^]*?<\/think(?:ing)?>/i, '').trim()
}

/**
 * The JSON object that a text consists of, alone or in one code fence.
 * @returns null if the text is not a JSON object, or repeats a name in one object
 */
export function wholeObject(text: string): Record<string, unknown> | null {
  const inner = /^```(?:json5?)?[ \t]*\n([^]*?)\n?```$/i.exec(text)?.[1] ?? text
  let value: unknown
  try {
    value = JSON.parse(inner)
  } catch {
    return null
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return hasDuplicateKeys(inner) ? null : (value as Record<string, unknown>)
}

/** JSON.parse silently keeps the last of two equal names. YAML contains JSON, and its parser reports them. */
function hasDuplicateKeys(json: string): boolean {
  return parseDocument(json, { uniqueKeys: true }).errors.some(({ code }) => code === 'DUPLICATE_KEY')
}
