import { failureFrom, failureOf } from './failure.ts'
import { signed } from './http.ts'

/** Saves an export under its name; by the token, also of an arena that is not for everybody. */
export async function download(arena: string, file: string): Promise<void> {
  const response = await fetch(`/api/arenas/${arena}/export/${file}`, { headers: signed() }).catch(
    (error) => {
      throw failureFrom(error)
    },
  )
  if (!response.ok) throw await failureOf(response)
  save(await response.blob(), `${arena}-${file}`)
}

/** Saves a file of this page's own. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
