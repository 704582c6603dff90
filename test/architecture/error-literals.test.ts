import { expect, test } from 'vitest'
import { errorLiterals } from '../../workshop/verify/error-literals.ts'

test('the lint refuses literal words in an error that users read', () => {
  const source = [
    "throw new UsageError('There is none.')",
    "throw new ProblemError('not_found', `There is no ${name}.`)",
    "throw new SetupError(isMissing ? msg('file_missing', { path }) : 'It is broken.')",
    'throw new FileError(redact(`${name} is broken`))',
    "throw new InvalidArgumentError('It must be ' + range)",
    "throw new LaunchError('Deadheat needs another Node.')",
  ]
  expect(errorLiterals('a.ts', source.join('\n')).map((line) => line.split(' ')[0])).toEqual(
    source.map((_, i) => `a.ts:${i + 1}:`),
  )
})

test('the lint accepts messages, codes, and errors that no user reads', () => {
  const source = `
    throw new UsageError(msg('no_such_cell', { words: 'a b' }))
    throw new ProblemError('not_found', coded(cause))
    throw new LaunchError('wrong_system')
    throw new RangeError('Only from 0 to 1.')`
  expect(errorLiterals('a.ts', source)).toEqual([])
})
