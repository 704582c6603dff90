import type { CheckSpec } from '../../../shared/contracts/index.ts'
import { placeholdersIn } from '../../answers/index.ts'
import { isExpected } from './expected-value.ts'
import { compileSchema } from './json-schema.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'

/** The faults of a check that do not depend on any answer. An empty list means that it can be made. */
export function checkFaults(spec: CheckSpec): CodedMessage[] {
  switch (spec.kind) {
    case 'exact':
    case 'contains':
      return [spec.value].flat().flatMap((value) => unknownIn(value, isExpected))
    case 'llm':
      return unknownIn(spec.question, (name) => isExpected(name) || name === 'context')
    case 'regex':
      return thrownBy('no_pattern', () => new RegExp(spec.pattern, spec.flags))
    case 'exec':
      return []
    case 'json-schema':
      return thrownBy('no_schema', () => compileSchema(spec.schema))
  }
}

function unknownIn(text: string, isKnown: (name: string) => boolean): CodedMessage[] {
  return placeholdersIn(text)
    .filter((name) => !isKnown(name))
    .map((name) => msg('no_value', { name }))
}

function thrownBy(code: 'no_pattern' | 'no_schema', compile: () => unknown): CodedMessage[] {
  try {
    compile()
    return []
  } catch (error) {
    return [msg(code, { why: (error as Error).message })]
  }
}
