import { parseDocument } from 'yaml'

/** A reply without the thinking that some models put in front of it in tags of their own. */
export function withoutThinking(reply: string): string {
  return reply.replace(/^\s*<think(?:ing)?>[^]*?<\/think(?:ing)?>/i, '').trim()
}

/**
 * The object that a text is as a whole, alone or in one code fence.
 * @returns null where the text is no JSON object, or is one in which a name stands twice
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
  return hasTwins(inner) ? null : (value as Record<string, unknown>)
}

/** JSON.parse keeps the last of two equal names in silence; YAML, of which JSON is a part, complains. */
function hasTwins(json: string): boolean {
  return parseDocument(json, { uniqueKeys: true }).errors.some(({ code }) => code === 'DUPLICATE_KEY')
}
