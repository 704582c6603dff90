/** Nobody reads on in a longer line, and no larger file is opened for one. */
const LONGEST = 160
const LARGEST = 4 * 1024 * 1024

interface Place {
  file: string
  line: number
}

/** The lines themselves that places name; null where a file is not at hand or has no such line. */
export async function linesOf(
  places: readonly Place[],
  files: ReadonlyMap<string, Blob>,
): Promise<(string | null)[]> {
  const texts = new Map<string, string[] | null>()
  for (const { file } of places) if (!texts.has(file)) texts.set(file, await textOf(file, files))
  return places.map(({ file, line }) => {
    const text = texts.get(file)?.[line - 1]?.trim()
    if (!text) return null
    return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text
  })
}

/** By its path, else by its name alone, as the server finds it. */
async function textOf(named: string, files: ReadonlyMap<string, Blob>): Promise<string[] | null> {
  const path = named.replace(/^(\.\/)+/, '')
  const name = path.split('/').at(-1)!
  const found = files.get(path) ?? [...files].find(([one]) => one.split('/').at(-1) === name)?.[1]
  if (!found || found.size > LARGEST) return null
  const text = await found.text().catch(() => null)
  return text?.split(/\r\n?|\n/) ?? null
}
