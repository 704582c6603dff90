import type { ReadSource } from '../../../shared/contracts/read-plan.ts'
import { structureField, textField, type Fields } from '../formats/fields.ts'

/** What stands for the element of a list that is a vote of its own. */
export const EACH = 'each'

/** The value of a row at a source; undefined if there is none. Shape of a path: keys of objects and numbers of lists, with dots. */
export function sourceValue(fields: Fields, source: ReadSource): unknown {
  if (typeof source !== 'string') {
    const texts = source.flatMap((part) => textField(sourceValue(fields, part)) ?? [])
    return texts.length === 0 ? undefined : texts.join('\n\n')
  }
  if (source.startsWith('=')) return source.slice(1)
  if (Object.hasOwn(fields, source)) return fields[source]
  let value: unknown = fields
  for (const key of source.split('.')) {
    const structure = value === fields ? fields : structureField(value)
    if (typeof structure !== 'object' || structure === null || !Object.hasOwn(structure, key))
      return undefined
    value = (structure as Fields)[key]
  }
  return value
}

/** The column that a source is, or begins with. Empty: a constant. @param columns  of the file: their names may have dots */
export function sourceColumn(source: string, columns: ReadonlySet<string>): string {
  if (source.startsWith('=')) return ''
  return columns.has(source) ? source : source.split('.')[0]
}
