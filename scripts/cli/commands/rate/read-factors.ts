/** Reads the ingredients of contestants for `rate --factors`. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { WithFactors } from '../../../../server/ratings/reports/ingredients.ts'
import { FileError } from '../../../../server/transfer/formats/fields.ts'
import { fileReadFailure } from '../../../../server/platform/setup-error.ts'
import { msg } from '../../../../shared/messages/index.ts'
import { resolveFilePath, type Terminal } from '../../terminal/terminal.ts'

/**
 * The contestants of an arena.yaml with their `factors`. Only these are read of it, so that `rate` loads none of the rest.
 * @throws {FileError} if the file cannot be read, or has no ingredients
 */
export async function readFactors(terminal: Terminal, file: string): Promise<WithFactors[]> {
  const { parse } = await import('yaml')
  const text = await readFile(resolveFilePath(terminal, file), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      throw new FileError(fileReadFailure(file, error))
    },
  )
  const read = Arena.safeParse(parsed(parse, text))
  const all = read.success ? read.data.contestants : []
  const withFactors = all.filter(({ factors }) => Object.keys(factors).length > 0)
  if (withFactors.length === 0) throw new FileError(msg('no_factors', { file }))
  return withFactors
}

/** YAML has yes and no as words, and true and false as what they mean. */
const Level = z.union([z.boolean().transform((isSet) => (isSet ? 'yes' : 'no')), z.coerce.string()])

const Arena = z.object({
  contestants: z.array(
    z.looseObject({
      name: z.string(),
      factors: z.record(z.string(), Level).default({}),
    }),
  ),
})

function parsed(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text)
  } catch {
    return null
  }
}
