import { join, resolve } from 'node:path'

/** Where rubrics that come along with Deadheat lie. */
export const RUBRICS_FOLDER = join(import.meta.dirname, '../../../../rubrics')

const inFolder = (name: string) => join(RUBRICS_FOLDER, `${name}.md`)

/** Those that are shipped, by the name arena.yaml gives them. A file more in the folder is a name more. */
export const SHIPPED_RUBRICS = {
  overall: inFolder('overall'),
  helpfulness: inFolder('helpfulness'),
  groundedness: inFolder('groundedness'),
  coherence: inFolder('coherence'),
  completeness: inFolder('completeness'),
  /** Closeness to a gold reference. */
  reference: inFolder('reference'),
  /** Helpfulness, groundedness, coherence and completeness in one call. */
  rag: inFolder('rag'),
} as const

/**
 * The file that `rubric:` in arena.yaml means: a bare name is one of the rubrics folder, anything with a dot or a
 * slash a file beside arena.yaml.
 * @param beside  the folder of arena.yaml
 */
export function rubricPath(named: string, beside: string): string {
  return /^[\w-]+$/.test(named) ? inFolder(named) : resolve(beside, named)
}
