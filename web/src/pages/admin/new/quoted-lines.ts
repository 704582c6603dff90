/** Characters of a line that are shown, and bytes of the largest file that is read. */
const LONGEST = 160
const LARGEST = 4 * 1024 * 1024

interface Place {
  file: string
  line: number
}

/** The text of the line at each place. Null: the file is missing or too large, or has no such line. */
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

/** The lines of a file, found by its path or else by its name alone, as on the server. */
async function textOf(named: string, files: ReadonlyMap<string, Blob>): Promise<string[] | null> {
  const path = named.replace(/^(\.\/)+/, '')
  const name = path.split('/').at(-1)!
  const file = files.get(path) ?? [...files].find(([one]) => one.split('/').at(-1) === name)?.[1]
  if (!file || file.size > LARGEST) return null
  const text = await file.text().catch(() => null)
  return text?.split(/\r\n?|\n/) ?? null
}
