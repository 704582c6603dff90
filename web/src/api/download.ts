import { failureFrom, failureOf } from './failure.ts'
import { signed } from './http.ts'

/** Saves an export under its file name. With the admin token, also of a private arena. */
export function download(arena: string, file: string): Promise<void> {
  return saveFrom(`/api/arenas/${arena}/export/${file}`, `${arena}-${file}`)
}

/** Downloads a path of the server and saves it. Throws a `Failure`. */
export async function saveFrom(path: string, name: string): Promise<void> {
  save(await contentOf(path), name)
}

/** The content of a path of the server. Sends the admin token if there is one. Throws a `Failure`. */
export async function contentOf(path: string): Promise<Blob> {
  const response = await fetch(path, { headers: signed() }).catch((error) => {
    throw failureFrom(error)
  })
  if (!response.ok) throw await failureOf(response)
  return response.blob()
}

/** Saves a file that the page made. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
