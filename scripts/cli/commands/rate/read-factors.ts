/** Reads the ingredients of contestants for `rate --factors`. */
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { WithFactors } from '../../../../server/ratings/reports/ingredients.ts'
import { FileError, textField } from '../../../../server/transfer/formats/fields.ts'
import { fileReadFailure } from '../../../../server/platform/setup-error.ts'
import { openFile } from '../../../../server/transfer/formats/open-file.ts'
import { fileRows } from '../../../../server/transfer/formats/rows.ts'
import { msg } from '../../../../shared/messages/index.ts'
import { resolveFilePath, type Terminal } from '../../terminal/terminal.ts'

/**
 * The contestants of an arena.yaml with their `factors`, or a table with a row for each contestant: its name in the column
 * `contestant`, `model` or `name`, and a column for each ingredient.
 * @throws {FileError} if the file cannot be read, or has no ingredients
 */
export async function readFactors(terminal: Terminal, file: string): Promise<WithFactors[]> {
  const all = /\.ya?ml$/i.test(file)
    ? await ofArena(resolveFilePath(terminal, file))
    : await ofTable(terminal, file)
  const withFactors = all.filter(({ factors }) => Object.keys(factors).length > 0)
  if (withFactors.length === 0) throw new FileError(msg('no_factors', { file }))
  return withFactors
}

/** Of an arena.yaml only names and factors are read, so that `rate` loads none of the rest. */
async function ofArena(path: string): Promise<WithFactors[]> {
  const { parse } = await import('yaml')
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new FileError(fileReadFailure(path, error))
  })
  const read = Arena.safeParse(parsed(parse, text))
  return read.success ? read.data.contestants : []
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

async function ofTable(terminal: Terminal, path: string): Promise<WithFactors[]> {
  const all = new Map<string, WithFactors>()
  for await (const portion of fileRows(
    await openFile(resolveFilePath(terminal, path), { stdin: terminal.stdin }),
  ))
    for (const row of portion) {
      if ('wrong' in row)
        throw new FileError(msg('at_place', { place: `${path}:${row.line}`, wrong: row.wrong }))
      const { contestant, model, name, ...fields } = row.fields
      const named = textField(contestant ?? model ?? name)
      const factors = Object.entries(fields).flatMap(([factor, value]): [string, string][] => {
        const level = textField(value)
        return level === null ? [] : [[factor, level]]
      })
      if (named !== null) all.set(named, { name: named, factors: Object.fromEntries(factors) })
    }
  return [...all.values()]
}
