import type { CheckSpec } from '../../../shared/contracts/index.ts'
import { placeholdersIn } from '../../answers/index.ts'
import { isExpected } from './expected-value.ts'
import { compileSchema } from './json-schema.ts'

/** What is wrong with a check whatever the answers are, in words; nothing: it can be made. */
export function checkFaults(spec: CheckSpec): string[] {
  switch (spec.kind) {
    case 'exact':
    case 'contains':
      return [spec.value].flat().flatMap((value) => unknownIn(value, isExpected))
    case 'llm':
      return unknownIn(spec.question, (name) => isExpected(name) || name === 'context')
    case 'regex':
      return thrownBy('the pattern is no regular expression', () => new RegExp(spec.pattern, spec.flags))
    case 'json-schema':
      return thrownBy('the schema cannot be used', () => compileSchema(spec.schema))
  }
}

function unknownIn(text: string, isKnown: (name: string) => boolean): string[] {
  return placeholdersIn(text)
    .filter((name) => !isKnown(name))
    .map(
      (name) =>
        `{{${name}}} is nothing a prompt brings along; there are {{reference}} and {{variables.NAME}}`,
    )
}

function thrownBy(what: string, use: () => unknown): string[] {
  try {
    use()
    return []
  } catch (error) {
    return [`${what}: ${(error as Error).message}`]
  }
}
