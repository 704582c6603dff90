import { failureFrom, failureOf } from './failure.ts'
import { signed } from './http.ts'

/** Saves an export under its name; by the token, also of an arena that is not for everybody. */
export function download(arena: string, file: string): Promise<void> {
  return saveFrom(`/api/arenas/${arena}/export/${file}`, `${arena}-${file}`)
}

/** Saves what the server has at this path; by the token, where somebody signed in. Throws a `Failure`. */
export async function saveFrom(path: string, name: string): Promise<void> {
  const response = await fetch(path, { headers: signed() }).catch((error) => {
    throw failureFrom(error)
  })
  if (!response.ok) throw await failureOf(response)
  save(await response.blob(), name)
}

/** Saves a file of this page's own. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
