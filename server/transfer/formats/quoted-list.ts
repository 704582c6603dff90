/**
 * The lists of options: `notes,"x, y"` and `input=prompt,"a=b"=text`. A name with a comma or an equals sign may be in quotes, in
 * which quotes are doubled, as in CSV.
 */

const QUOTED = /(?<=(?:^|[,=])\s*)"((?:[^"]|"")*)"(?=\s*(?:[,=]|$))/g
/** What stands for a comma and an equals sign within quotes. */
const [COMMA, EQUALS] = ['\u{f0000}', '\u{f0001}']
/** Between assignments: what follows `=` has no comma. */
const AFTER_MEANING = /(?<==[^,=]*),/

const asWritten = (name: string): string => name.replaceAll(COMMA, ',').replaceAll(EQUALS, '=')

function splitList(list: string, separator: string | RegExp): string[] {
  const hidden = list.replace(QUOTED, (_, name: string) =>
    name.replaceAll('""', '"').replaceAll(',', COMMA).replaceAll('=', EQUALS),
  )
  return hidden
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The names of a list, without blanks around them. */
export const parseNames = (list: string): string[] => splitList(list, ',').map(asWritten)

/** The assignments of a list, without blanks around them. `name` and `meaning` are empty where there is no equals sign. */
export const parseAssignments = (list: string): { part: string; name: string; meaning: string }[] =>
  splitList(list, AFTER_MEANING).map((part) => {
    const at = part.lastIndexOf('=')
    const [name, meaning] = at < 0 ? ['', ''] : [part.slice(0, at), part.slice(at + 1)]
    return { part: asWritten(part), name: asWritten(name.trim()), meaning: asWritten(meaning.trim()) }
  })
