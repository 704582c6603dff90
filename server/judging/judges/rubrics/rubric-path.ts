import { join, resolve } from 'node:path'

/** The folder of the rubrics that are shipped with Deadheat. */
export const RUBRICS_FOLDER = join(import.meta.dirname, '../../../../rubrics')

const inFolder = (name: string) => join(RUBRICS_FOLDER, `${name}.md`)

/** The shipped rubrics, by the name that arena.yaml uses. A new file in the folder needs a line here. */
export const SHIPPED_RUBRICS = {
  overall: inFolder('overall'),
  helpfulness: inFolder('helpfulness'),
  groundedness: inFolder('groundedness'),
  coherence: inFolder('coherence'),
  completeness: inFolder('completeness'),
  /** Closeness to a gold reference in substance. */
  reference: inFolder('reference'),
  /** Closeness to a gold reference in style, tone and quality of content. */
  voice: inFolder('voice'),
  /** Helpfulness, groundedness, coherence and completeness in one call. */
  rag: inFolder('rag'),
} as const

/**
 * The file that `rubric:` in arena.yaml names. A bare name is a shipped rubric; a name with a dot or a slash is a
 * file, relative to arena.yaml.
 */
export function rubricPath(rubricName: string, folder: string): string {
  return /^[\w-]+$/.test(rubricName) ? inFolder(rubricName) : resolve(folder, rubricName)
}
