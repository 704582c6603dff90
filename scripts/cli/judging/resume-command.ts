/** The command that resumes a run, to be typed again. */
import type { RunFlags } from './run-options.ts'

interface ResumedFlags extends Partial<RunFlags> {
  control?: string
  rejudge?: boolean
  repeat?: number
  sample?: number
  server?: string
}

/**
 * The command with the options that it was given, but for a token and for `--retry-failed`: what it asked for is under
 * way.
 * @param words  the command and its arguments, for example `run` and the name of the file
 */
export function resumeCommand(words: readonly string[], flags: ResumedFlags): string {
  const { budget, concurrency, judges, votesPerPair, focus, control, rejudge, repeat, sample, server } = flags
  const options: [string, string | number | boolean | undefined][] = [
    ['--control', control],
    ['--focus', focus],
    ['--rejudge', rejudge],
    ['--repeat', repeat === 1 ? undefined : repeat],
    ['--sample', sample],
    ['--votes-per-pair', votesPerPair],
    ['--judges', judges?.join(',')],
    ['--concurrency', concurrency],
    ['--server', server],
    ['--budget', budget],
  ]
  const given = options.flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    return value === true ? [name] : [name, quoted(String(value))]
  })
  return ['deadheat', ...words.map(quoted), ...given].join(' ')
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
